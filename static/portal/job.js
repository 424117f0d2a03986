// The page of one job: progress as it happens, the page that is looked at, and the boxes of what is pointed at.

import { listen } from "./events.js";
import { refresh } from "./refresh.js";

class JobPage {
  constructor(root) {
    this.urls = root.dataset;
    this.progress = root.querySelector("#progress");
    this.page = root.querySelector("#page");
    this.skus = root.querySelector("#skus");
    this.query = new URLSearchParams(location.search);
    this.lit = [];
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("change", (event) => this.search(event, event.target.matches("select")));
    root.addEventListener("submit", (event) => this.search(event, event.target.matches(".filter")));
    for (const type of ["pointerover", "focusin"]) root.addEventListener(type, (event) => this.point(event.target));
    for (const type of ["pointerleave", "focusout"]) root.addEventListener(type, () => this.point(null));
    this.markShown();
    listen({
      url: this.urls.eventsUrl,
      types: this.urls.eventTypes.split(" "),
      onChange: () => this.update(),
      isOver: () => this.isOver(),
    });
  }

  isOver() {
    return this.progress.querySelector("[data-is-ended]").dataset.isEnded === "true";
  }

  get shownNumber() {
    return this.page.querySelector("#page-title")?.dataset.number;
  }

  async update() {
    await Promise.all([refresh(this.progress, this.urls.progressUrl), refresh(this.skus, `${this.urls.skusUrl}?${this.query}`)]);
    const number = this.shownNumber ?? this.skus.querySelector("[data-page]")?.dataset.page;
    if (number) await refresh(this.page, this.pageUrl(number));
    this.markShown();
    this.light(...this.lit);
  }

  pageUrl(number) {
    return this.urls.pageUrl.replace(/0$/, number);
  }

  click(event) {
    const link = event.target.closest("a[data-page], a[data-skus]");
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.dataset.page) this.open(link.dataset.page, link.closest("[data-sku]")?.dataset.sku);
    else this.list(new URLSearchParams(new URL(link.href).search));
  }

  async open(number, sku) {
    await refresh(this.page, this.pageUrl(number));
    this.query.set("page", number);
    this.remember();
    this.markShown();
    this.light(sku);
    if (sku || !isInView(this.page)) this.page.scrollIntoView({ block: "start" });
  }

  search(event, isMeant) {
    if (!isMeant) return;
    event.preventDefault();
    this.list(new URLSearchParams(new FormData(this.skus.querySelector("form"))));
  }

  async list(query) {
    if (this.shownNumber) query.set("page", this.shownNumber);
    this.query = query;
    await refresh(this.skus, `${this.urls.skusUrl}?${query}`);
    this.remember();
  }

  remember() {
    history.replaceState(null, "", `?${this.query}`);
  }

  markShown() {
    for (const chip of this.progress.querySelectorAll(".chip")) {
      const isShown = chip.dataset.page === this.shownNumber;
      chip.classList.toggle("shown", isShown);
      if (isShown) chip.setAttribute("aria-current", "page");
      else chip.removeAttribute("aria-current");
    }
  }

  // Where the pointer rests on nothing, the focus tells: a page that scrolls under a resting pointer changes nothing.
  point(target) {
    const owner = target?.closest("[data-sku]") ?? document.activeElement.closest("[data-sku]");
    this.light(owner?.dataset.sku, target?.closest("[data-value]")?.dataset.value);
  }

  // A product and, within it, one value: everything that stands for them lights up, wherever it is.
  light(sku, value) {
    this.lit = [sku, value];
    for (const element of document.querySelectorAll(".lit")) element.classList.remove("lit");
    if (!sku) return;
    for (const element of document.querySelectorAll(`[data-sku="${CSS.escape(sku)}"]`)) {
      element.classList.add("lit");
      if (value) for (const part of element.querySelectorAll(`[data-value="${value}"]`)) part.classList.add("lit");
    }
  }
}

function isInView(element) {
  const { top } = element.getBoundingClientRect();
  return top >= 0 && top < window.innerHeight / 2;
}

for (const root of document.querySelectorAll("[data-controller=job]")) new JobPage(root);
