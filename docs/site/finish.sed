# finish.sed: what a screen reader is to know of Doxygen's pages: landmarks, and headings in order, and
# what the search field is.
s|<div class="title">|<div class="title" role="heading" aria-level="1">|
s|<h1><a class="anchor"|<h1 aria-level="2"><a class="anchor"|
s|<h2><a class="anchor"|<h2 aria-level="3"><a class="anchor"|
s|<h3><a class="anchor"|<h3 aria-level="4"><a class="anchor"|
s|<h2 class="memtitle">|<h2 class="memtitle" aria-level="3">|
s|<div id="doc-content">|<div id="doc-content" role="main" tabindex="-1">|
s|<div id="top">|<div id="top" role="banner">|
s|<div id="side-nav" |<div id="side-nav" role="navigation" aria-label="Contents" |
s|<iframe src="javascript:void(0)"|<iframe title="Results of the search" src="javascript:void(0)"|
s|<div class="toc"><h3>|<div class="toc" role="navigation" aria-label="On this page"><h3 aria-level="2">|
s|<div id="nav-path" class="navpath">|<div id="nav-path" class="navpath" role="contentinfo">|
s|<input type="text" id="MSearchField"|<input type="text" aria-label="Search" id="MSearchField"|
