/* page.c: head, foot and parts of pages, and additions to the style of the kit's other pages.
 */
#include "grade/page.h"

#include "report/html.h"

#include <ctype.h>
#include <string.h>

static const char style[] =
    "body{max-width:980px;padding:1.5rem 1.5rem 3rem}"
    "h1{font-size:1.7rem;letter-spacing:-.01em}h1 small{font-weight:400;color:var(--soft)}\n"
    "h2{font-size:1.25rem;margin:0;display:flex;flex-wrap:wrap;gap:.2rem "
    ".8rem;align-items:center}\n"
    "h3{font:600 1rem system-ui,sans-serif;margin:0;flex:1;min-width:12rem}\n"
    "section{border:1px solid var(--edge);border-radius:12px;padding:1.1rem 1.3rem;margin:1.2rem 0;"
    "overflow-wrap:anywhere}\n"
    "section>p{margin:.5rem 0}.note{color:var(--soft);font-size:.9rem}\n"
    "h2 .sum{margin-left:auto;font-variant-numeric:tabular-nums;font-weight:600}\n"
    ".meter{height:.5rem;border-radius:99px;background:var(--edge);overflow:hidden;margin:.7rem 0}"
    ".meter{display:flex}.meter i{display:block;height:100%;background:var(--cool-fill)}.meter i+i{"
    "background:repeating-linear-gradient(-45deg,var(--warm-fill) 0 4px,transparent 4px 8px)}\n"
    ".lines{white-space:pre-line}"
    ".chip{display:inline-block;border-radius:99px;padding:.05rem .65rem;font-size:.82rem;"
    "font-weight:600;line-height:1.5;white-space:nowrap;border:1px solid currentColor;"
    "background:color-mix(in srgb,currentColor 9%,transparent)}.chip.soft{color:var(--soft)}\n"
    ".item{border-top:1px solid var(--edge);padding:.8rem 0 .4rem}.item:first-of-type{margin-top:"
    ".4rem}.item header{display:flex;flex-wrap:wrap;gap:.2rem .7rem;align-items:center}"
    ".item .got{font-variant-numeric:tabular-nums;color:var(--soft);white-space:nowrap}\n"
    ".item p{margin:.4rem 0}.item code{font-size:.85rem;background:var(--panel);border-radius:4px;"
    "padding:.1rem .35rem}\n"
    "pre{background:var(--panel);border-radius:8px;padding:.6rem .8rem;margin:.4rem 0;font:.84rem/"
    "1.5 ui-monospace,'DejaVu Sans Mono',monospace;white-space:pre-wrap;overflow-wrap:anywhere;"
    "max-height:30rem;overflow:auto}\n"
    ".hint{border-left:3px solid var(--link);padding:.3rem .8rem;margin:.5rem 0;background:"
    "color-mix(in srgb,var(--link) 7%,transparent);border-radius:0 8px 8px 0}"
    ".hint b{color:var(--link)}\n"
    ".alert{border-left:3px solid var(--warm-fill);padding:.4rem .8rem;margin:.7rem 0;background:"
    "color-mix(in srgb,var(--warm-fill) 10%,transparent);border-radius:0 8px 8px 0}\n"
    "section summary{font-size:.9rem;margin:.3rem 0}section details[open]{background:none}\n"
    ".wide{width:100%;font-size:.92rem}.wide th{text-align:left;color:var(--soft);font-weight:500;"
    "font-size:.82rem;border-bottom:1px solid var(--edge);padding:.3rem .6rem .3rem 0}"
    ".wide td{padding:.35rem .6rem .35rem 0;border-bottom:1px solid var(--edge);vertical-align:"
    "top}.wide .num{width:auto}.wide th.num{text-align:right}.wide tr:last-child td{border-bottom:"
    "0}.wide .short{white-space:nowrap}.wide "
    ".count{width:5rem;text-align:left}h3.part{margin:1.3rem 0 .2rem}\n"
    ".counts{display:flex;flex-wrap:wrap;gap:.3rem 1.1rem}.counts span{white-space:nowrap}\n"
    ".split{display:flex;height:.7rem;margin-top:.35rem;min-width:8rem;border-radius:3px;overflow:"
    "hidden;background:"
    "var(--edge)}.split i{display:block}.split .cool{background:var(--cool-fill)}.split .warm{"
    "background:var(--warm-fill)}.split .hot{background:var(--hot-fill)}.split .soft{background:"
    "var(--edge)}\n"
    ".figure{margin:.6rem 0;max-width:640px}.figure "
    "svg{display:block;width:100%;height:auto}.figure figcaption{color:var(--soft);"
    "font-size:.85rem}\n"
    ".figure svg text{fill:var(--ink)!important;font-family:system-ui,sans-serif!important}"
    ".figure [stroke*='19,  38,  58']{stroke:var(--paper)}.figure [stroke*='16,  32,  "
    "48']{stroke:var(--soft)}"
    ".figure [fill*='17,  34,  51']{fill:var(--c0)}.figure [stroke*='17,  34,  51']{stroke:"
    "var(--c0)}.figure [stroke*='18,  36,  54']{stroke:var(--edge)}\n"
    ".key{display:flex;flex-wrap:wrap;gap:.2rem 1rem;color:var(--soft);font-size:.82rem}.key i{"
    "display:inline-block;width:.7rem;height:.7rem;border-radius:3px;margin-right:.35rem}\n"
    ".look code{overflow-wrap:anywhere}.look td:nth-last-child(2){min-width:14rem}"
    "@media(max-width:700px){section{overflow-x:auto}.wide{min-width:36rem}.split{min-width:3rem}"
    ".look{min-width:0}.look th{display:none}.look,.look tbody,.look tr,.look td{display:block}"
    ".look tr{padding:.5rem 0;border-bottom:1px solid var(--edge)}"
    ".look td,.look tr:last-child td{border:0;padding:.1rem 0;min-width:0!important}}"
    "\n"
    "@media print{section{break-inside:avoid-page;border:0;padding:0}pre{max-height:none}}\n";

void sl_page_begin(FILE *file, const char *title, const char *name) {
  (void)fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
              "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
              "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
              "style-src 'unsafe-inline'\">\n<title>",
              file);
  sl_html_text(file, title);
  if (name[0]) (void)fputs(" ", file);
  sl_html_text(file, name);
  (void)fprintf(file, "</title>\n<style>\n%s%s</style>\n</head>\n<body>\n<h1>", sl_page_style,
                style);
  sl_html_text(file, title);
  if (name[0]) (void)fputs(" ", file);
  sl_html_text(file, name);
  (void)fputs("</h1>\n<main>\n", file);
}

void sl_page_end(FILE *file) {
  (void)fputs("</main>\n</body>\n</html>\n", file);
}

void sl_page_tile(FILE *file, const char *figure, const char *label) {
  (void)fputs("<div class=\"tile\"><b>", file);
  sl_html_text(file, figure);
  (void)fputs("</b><span>", file);
  sl_html_text(file, label);
  (void)fputs("</span></div>\n", file);
}

/* Each verdict has a sign and a colour, because colour must never be the only sign. */
static const struct {
  const char *verdict, *class, *sign;
} looks[] = {{"pass", "cool", "✓"},
             {"partial", "warm", "◐"},
             {"wrong", "hot", "✗"},
             {"does not compile", "hot", "✗"},
             {"crashed", "hot", "✗"},
             {"timed out", "hot", "✗"},
             {"out of memory", "hot", "✗"},
             {"forbidden", "hot", "✗"},
             {"review", "warm", "?"},
             {"infrastructure", "warm", "!"},
             {"needs attention", "warm", "!"},
             {"not judged", "warm", "!"},
             {"not written", "soft", "○"}};

static int look_of(const char *verdict) {
  int count = sizeof looks / sizeof *looks;
  for (int i = 0; i < count; i++) {
    if (strcmp(looks[i].verdict, verdict) == 0) return i;
  }
  return count - 1;
}

void sl_page_verdict(FILE *file, const char *verdict) {
  int look = look_of(verdict);
  (void)fprintf(file, "<span class=\"chip %s\">%s ", looks[look].class, looks[look].sign);
  sl_html_text(file, verdict);
  (void)fputs("</span>", file);
}

void sl_page_points(FILE *file, double points) {
  char room[SL_POINTS_TEXT];
  (void)fputs(sl_wording_points(points, room), file);
}

void sl_page_student(FILE *file, const char *student) {
  char name[SL_OUTPUTS_NAME];
  sl_outputs_name(student, name);
  (void)fputs("<a href=\"feedback/", file);
  for (const char *at = name; *at; at++) {
    unsigned char c = (unsigned char)*at;
    bool plain = c < 0x80 && (isalnum(c) || strchr("-_.~", c));
    if (plain) {
      (void)fputc(c, file);
    } else {
      (void)fprintf(file, "%%%02X", c);
    }
  }
  (void)fputs(".html\">", file);
  sl_html_text(file, student);
  (void)fputs("</a>", file);
}
