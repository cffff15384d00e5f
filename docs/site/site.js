// site.js: switches on the parts of the theme that the site uses. Without the theme nothing is done.
if (typeof DoxygenAwesomeDarkModeToggle !== "undefined") DoxygenAwesomeDarkModeToggle.init();
if (typeof DoxygenAwesomeFragmentCopyButton !== "undefined") DoxygenAwesomeFragmentCopyButton.init();
if (typeof DoxygenAwesomeInteractiveToc !== "undefined") DoxygenAwesomeInteractiveToc.init();
if (typeof DoxygenAwesomeParagraphLink !== "undefined") DoxygenAwesomeParagraphLink.init();
document.addEventListener("DOMContentLoaded", () => {
  // What is wider than the page scrolls by itself, and also by keyboard.
  for (const table of document.querySelectorAll("table.markdownTable, .memproto table, table.directory")) {
    const box = document.createElement("div");
    const frame = document.createElement("div");
    box.className = "sl-wide";
    frame.className = "sl-frame";
    table.replaceWith(frame);
    frame.append(box);
    box.append(table);
    const look = () =>
      frame.classList.toggle("sl-more", box.scrollLeft + box.clientWidth < box.scrollWidth - 2);
    box.addEventListener("scroll", look, { passive: true });
    new ResizeObserver(look).observe(box);
    look();
  }
  for (const box of document.querySelectorAll(".sl-wide, div.fragment, pre.fragment")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  }
});
