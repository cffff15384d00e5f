// forbidden 3 <%
#include "csr-scalar.h"
int hidden(void) <% return 0; %>
