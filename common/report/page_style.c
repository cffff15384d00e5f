/* page_style.c: how the page looks, in light and dark, on paper and on narrow screens. */
#include "report/html.h"

/* In pieces: a compiler need not take a longer text at once. */
#define COLOURS_LIGHT                                                                              \
  "--paper:#ffffff;--ink:#1c2128;--soft:#57606a;--edge:#d0d7de;--panel:#f6f8fa;--link:#0550ae;"    \
  "--cool:#1a7f37;--warm:#8f5a00;--hot:#c0222c;--cool-fill:#4ac26b;--warm-fill:#e0a526;"           \
  "--hot-fill:#ef5f57;--hot-ground:#fff0ee;--comment:#5f6b76;--string:#0a4f8a;--keyword:#a8123e;"  \
  "--cuda:#7a3fc0;--number:#0550ae;"                                                               \
  "--shade:#1c212855;--c0:#3b82d0;--c1:#d9822b;--c2:#3f9e5a;--c3:#b455b0;--c4:#b3891a;--c5:#"      \
  "2a9fa8;--c6:#d2536b;"                                                                           \
  "--c7:#7d6bd6;"
#define COLOURS_DARK                                                                               \
  "--paper:#0f1318;--ink:#e4e8ed;--soft:#9aa5b1;--edge:#343c46;--panel:#181d24;--link:#6cb2ff;"    \
  "--cool:#56d47c;--warm:#e6b23c;--hot:#ff8078;--cool-fill:#2f9e50;--warm-fill:#b98512;"           \
  "--hot-fill:#d4483f;--hot-ground:#331a1b;--comment:#94a0ac;--string:#9ecbff;--keyword:#ff8a9b;"  \
  "--cuda:#cda9ff;--number:#79c0ff;"                                                               \
  "--shade:#e4e8ed66;--c0:#5b9be6;--c1:#e89a4a;--c2:#58b874;--c3:#cc78c8;--c4:#cba43c;--c5:#"      \
  "45b8c1;--c6:#e8748a;"                                                                           \
  "--c7:#9a8bea;"

const char sl_page_style[] =
    ":root{" COLOURS_LIGHT "}\n"
    "@media (prefers-color-scheme:dark){:root{" COLOURS_DARK "}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;max-width:1500px;padding:1rem 1.5rem 3rem;background:var(--paper);"
    "color:var(--ink);font:15px/1.5 system-ui,sans-serif}\n"
    "h1{font-size:1.5rem;margin:.3rem 0;overflow-wrap:anywhere}h2{font-size:1.1rem;margin:1.6rem 0 "
    ".4rem}h3{font-size:1rem;margin:1.2rem 0 .3rem}.file{font:600 .9rem "
    "ui-monospace,monospace;margin:1rem 0 .3rem;overflow-wrap:anywhere}\n"
    "header p,footer p{color:var(--soft);margin:.3rem 0;max-width:75em}\n"
    "a{color:var(--link)}a:focus-visible,summary:focus-visible,input:focus-visible+label{outline:"
    "2px "
    "solid var(--link);outline-offset:2px}\n"
    ".cool{color:var(--cool)}.warm{color:var(--warm)}.hot{color:var(--hot)}\n"
    ".tiles{display:flex;flex-wrap:wrap;gap:.6rem;margin:1rem 0}\n"
    ".tile{border:1px solid var(--edge);border-radius:8px;padding:.5rem .9rem;background:"
    "var(--panel);min-width:7.5rem}.tile b{display:block;font-size:1.35rem;line-height:1.3}"
    ".tile span{color:var(--soft);font-size:.85rem}\n"
    ".findings,.worst{padding-left:1.4rem;margin:.3rem 0}.findings li::marker{content:'▲ ';color:"
    "var(--hot)}.findings li,.worst li{margin:.25rem 0;overflow-wrap:anywhere}\n"
    "table{border-collapse:collapse}.list td,.list th{padding:.15rem 1rem .15rem 0;text-align:left}"
    ".list th{color:var(--soft);font-weight:500;font-size:.85rem}\n"
    "code,.source{font-family:ui-monospace,'DejaVu Sans Mono',monospace}\n"
    ".source{width:100%;font-size:13px;line-height:1.45;border:1px solid var(--edge)}\n"
    ".source th{position:sticky;top:0;background:var(--panel);color:var(--soft);font-weight:500;"
    "font-size:.75rem;padding:.3rem .45rem;text-align:right;border-bottom:1px solid var(--edge)}\n"
    ".source td{padding:0 .45rem;vertical-align:top}.source tr:target>td{background:var(--panel)}\n"
    ".line{color:var(--soft);text-align:right;user-select:none;width:1%}\n"
    ".code{width:100%;white-space:pre-wrap;overflow-wrap:anywhere;tab-size:4}\n"
    "td.code{text-indent:-2ch;padding-left:calc(2ch + .5rem)!important}\n"
    ".num{text-align:right;white-space:nowrap;width:1%;font-variant-numeric:tabular-nums}\n"
    "td.num.warm,td.num.hot{font-weight:600}\n"
    ".source .share{min-width:6rem;text-align:left;padding-top:.25rem}\n"
    ".bar{height:.75rem;min-width:2px;border-radius:2px}.bar.cool{background:var(--cool-fill)}"
    ".bar.warm{background:var(--warm-fill)}.bar.hot{background:var(--hot-fill)}\n"
    ".bar.striped{-webkit-mask:repeating-linear-gradient(90deg,#000 0 3px,transparent 3px 5px);"
    "mask:repeating-linear-gradient(90deg,#000 0 3px,transparent 3px 5px)}\n"
    ".no-shared .waves,.no-shared .conflicts,.no-atomics .atomics{display:none}\n"
    ".gap td{color:var(--soft);background:var(--panel);font-size:.8rem;border-block:1px solid "
    "var(--edge)}.gap td:first-child{text-align:right}\n"
    ".far{display:none}.all:checked~table .far{display:table-row}"
    ".all:checked~table .gap{display:none}\n"
    ".finding td{color:var(--hot);background:var(--hot-ground);white-space:normal;padding-block:"
    ".2rem!important;overflow-wrap:anywhere}\n"
    ".remark td{color:var(--soft);white-space:normal}\n"
    ".pictures>td{padding:0 .5rem .1rem 3.5rem!important;font-family:system-ui,sans-serif}\n"
    "summary{cursor:pointer;color:var(--link);font-size:.8rem;width:fit-content}\n"
    "details[open]{border:1px solid var(--edge);border-radius:8px;padding:.4rem .8rem;margin:.3rem "
    "0 "
    ".6rem;background:var(--panel)}\n"
    ".choices{display:flex;flex-wrap:wrap;gap:.3rem;margin-top:.4rem}\n"
    ".choices input{position:absolute;opacity:0}.choices label{border:1px solid var(--edge);"
    "border-radius:99px;padding:.05rem "
    ".7rem;font-size:.8rem;cursor:pointer;background:var(--paper)}"
    ".choices input:checked+label{background:var(--ink);color:var(--paper)}\n"
    ".panel{display:none;order:99;width:100%}\n"
    ".choices input:nth-of-type(1):checked~.panel:nth-of-type(1),"
    ".choices input:nth-of-type(2):checked~.panel:nth-of-type(2),"
    ".choices input:nth-of-type(3):checked~.panel:nth-of-type(3),"
    ".choices input:nth-of-type(4):checked~.panel:nth-of-type(4),"
    ".choices input:nth-of-type(5):checked~.panel:nth-of-type(5),"
    ".choices input:nth-of-type(6):checked~.panel:nth-of-type(6){display:block}\n"
    ".caption{margin:.5rem 0 .2rem;font-size:.85rem}\n"
    /* of no width of its own, so that what it holds does not make a table wider than the window */
    ".scroll{overflow-x:auto;width:0;min-width:100%}.scroll:focus-visible{outline:2px solid "
    "var(--link)}\n"
    /* a shadow at each side on which there is more: two covers scroll along and hide it at the end
     */
    ".scroll{--under:var(--paper);background:linear-gradient(90deg,var(--under) 40%,transparent) 0/"
    "3rem 100% no-repeat local,linear-gradient(-90deg,var(--under) 40%,transparent) 100%/3rem 100% "
    "no-repeat local,linear-gradient(90deg,var(--shade),transparent) 0/.9rem 100% no-repeat "
    "scroll,linear-gradient(-90deg,var(--shade),transparent) 100%/.9rem 100% no-repeat scroll}"
    "details .scroll{--under:var(--panel)}\n"
    ".picture{display:block;width:100%;max-width:900px;min-width:600px;height:auto}\n"
    ".picture text{font-family:system-ui,sans-serif;fill:var(--ink)}\n"
    ".picture .label{font-size:10px;fill:var(--soft)}.picture .number{font-size:10px;"
    "text-anchor:middle;font-weight:600}.picture .small{font-size:8.5px;text-anchor:middle}"
    ".picture .faint{fill:var(--soft);font-weight:400}\n"
    ".picture "
    ".halo{paint-order:stroke;stroke:var(--panel);stroke-width:4px;stroke-linejoin:round}\n"
    ".lane,.sector,.word{stroke:var(--k);fill:color-mix(in srgb,var(--k) 28%,var(--paper))}\n"
    ".lane.off{fill:none;stroke:var(--edge);stroke-dasharray:3 2}\n"
    ".untouched{fill:none;stroke:var(--edge);stroke-dasharray:3 2}.ground{fill:var(--panel)}\n"
    ".used{fill:var(--k)}.curve{fill:none;stroke:var(--k);stroke-width:1.2;opacity:.6}"
    ".curve.deep{opacity:.28}\n"
    ".c0{--k:var(--c0)}.c1{--k:var(--c1)}.c2{--k:var(--c2)}.c3{--k:var(--c3)}.c4{--k:var(--c4)}"
    ".c5{--k:var(--c5)}.c6{--k:var(--c6)}.c7{--k:var(--c7)}"
    ".w0{--k:var(--cool-fill)}.w1{--k:var(--warm-fill)}.w2{--k:var(--hot-fill)}\n"
    ".c{color:var(--comment);font-style:italic}.s{color:var(--string)}.k{color:var(--keyword)}"
    ".q{color:var(--cuda)}.n,.p{color:var(--number)}\n"
    /* on a narrow screen the counters of a line stand below its code, each with its name */
    "@media screen and (max-width:800px){body{padding:.6rem}.source{font-size:12px;display:block}"
    ".source thead,.source td.none,.source td.num:empty{display:none}.source tbody{display:block}"
    ".source tr{display:flex;flex-wrap:wrap;column-gap:.4rem;position:relative;padding-left:2.8rem}"
    ".source tr.far{display:none}.all:checked~.source tr.far{display:flex}"
    ".all:checked~.source tr.gap{display:none}.source td{padding-inline:.25rem}"
    ".source td.line{position:absolute;left:0;width:2.6rem}"
    ".source td.code,.source td[colspan]{flex:1 0 100%;width:0}.source td.num{width:auto}"
    ".source td.share{min-width:4.2rem;max-width:4.2rem}.source tr.pictures{padding-left:0}"
    ".source tr.gap td:first-child{display:none}.pictures>td{padding-left:.5rem!important}"
    "td.requests::after{content:' requests'}td.sectors::after{content:' sectors'}"
    "td.each::after{content:' per request'}td.ideal::after{content:' ideal'}"
    "td.threads::after{content:' threads'}td.waves::after{content:' wavefronts'}"
    "td.conflicts::after{content:' conflicts'}td.atomics::after{content:' atomics'}"
    "td.num::after{color:var(--soft);font-weight:400}}\n"
    "@media screen and (max-width:520px){.tile{flex:1 1 40%}}\n"
    "@media print{:root{" COLOURS_LIGHT "}body{max-width:none;padding:0;font-size:10pt}"
    ".source{font-size:8pt}.source "
    "th{position:static}.all,.all+label,details:not([open]){display:none}"
    "tr,.tile{break-inside:avoid}.scroll{overflow:visible}*{print-color-adjust:exact;-webkit-print-"
    "color-adjust:exact}}\n";

/* A link to a line that is hidden shows it. */
const char sl_page_script[] =
    "function show(){var row=document.getElementById(location.hash.slice(1));"
    "if(row&&row.classList.contains('far')){row.closest('.sources').querySelector('.all').checked="
    "true;"
    "row.scrollIntoView()}}\n"
    "addEventListener('hashchange',show);show();\n";
