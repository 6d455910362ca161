// SPDX-License-Identifier: MIT
// The script of the page. It reads its data from the table: one row per day. It contains no texts, because it is the same
// in every language.
"use strict";
(() => {
  const find = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const main = find("main").dataset, next = find("#next"), then = find("#then"), title = document.title, plot = find("#plot"), chip = find("#chip");
  const rows = all("tbody tr"), names = all("thead th"), values = all("dd"), periods = all("[name=period]");
  let first = 0, count = rows.length, today = (count - 1) / 2, chosen = today;

  const clamp = (value, least, most) => Math.max(least, Math.min(value, most));
  const draw = (name, path) => all(name).forEach((line) => line.setAttribute("d", path));

  // Labels along the days. A label that would touch another moves to the next row; such a month is left out.
  const lay = () => {
    const width = plot.clientWidth;
    // The chart has no width while the browser takes a picture of the whole page.
    if (!width) return;
    for (const scale of all(".scale")) {
      const isMarks = scale.id === "marks", ends = [];
      for (const label of [...scale.children].sort((one, other) => one.dataset.day - other.dataset.day)) {
        const day = Number(label.dataset.day) - first;
        label.style.display = day < 0 || day >= count ? "none" : "";
        const size = label.getComputedTextLength();
        const middle = (day + 0.5) / count * width - size / 2;
        const start = isMarks ? clamp(middle, 0, width - size) : day / count * width;
        let row = ends.findIndex((end) => start > end + 8);
        if (row < 0) row = ends.length;
        if (!isMarks && (row > 0 || start + size > width)) label.style.display = "none";
        if (label.style.display) continue;
        ends[row] = start + size;
        label.setAttribute("x", `${100 * (isMarks ? start + size / 2 : start) / width}%`);
        label.setAttribute("y", `${1.1 + 1.3 * row}em`);
      }
      scale.style.height = `${0.3 + 1.3 * Math.max(ends.length, 1)}em`;
    }
    chip.style.left = `${100 * clamp((chosen - first + 0.5) / count - chip.offsetWidth / width / 2,
      0, 1 - chip.offsetWidth / width)}%`;
  };

  const choose = (index) => {
    chosen = clamp(index, first, first + count - 1);
    const row = rows[chosen], texts = [...row.cells].map((cell) => cell.textContent.trim());
    find("#date").textContent = texts[0];
    values.forEach((value, index) => { value.textContent = texts[index + 1]; });
    find(".notes").textContent = texts[texts.length - 1];
    find("#strip").setAttribute("viewBox", `0 ${100 * chosen + 49} 86400 2`);
    draw(".chosen", `M${100 * chosen + 50} 0v86400`);
    chip.textContent = row.dataset.short;
    // As in the sentence that describes the chart without the script.
    const facts = [2, 4, 6, 7].map((index) => texts[index] && `${names[index].textContent} ${texts[index]}`);
    plot.setAttribute("aria-valuemax", count);
    plot.setAttribute("aria-valuenow", chosen - first + 1);
    plot.setAttribute("aria-valuetext", [texts[0], ...facts, texts[8]].filter((text) => text).join(", "));
    lay();
  };

  const show = (period) => {
    period.checked = true;
    count = Number(period.dataset.days);
    first = clamp(today - (count - 1) / 2, 0, rows.length - count);
    find("#light").setAttribute("viewBox", `${100 * first} 0 ${100 * count} 86400`);
    choose(chosen);
  };
  const shown = () => periods.find((period) => period.checked);

  // A browser can refuse access to its storage.
  const remember = (work) => { try { return work(localStorage); } catch { return null; } };
  const keep = (period) => {
    show(period);
    remember((storage) => storage.setItem("suntracker-period", period.value));
  };
  periods.forEach((period) => period.addEventListener("change", () => keep(period)));

  // For what changes elsewhere than at the focus. The text is removed before somebody reads it as part of the page.
  const spoken = find("#spoken");
  let silence = 0;
  const say = (text) => {
    spoken.textContent = text;
    clearTimeout(silence);
    silence = setTimeout(() => { spoken.textContent = ""; }, 5000);
  };
  const go = (index) => {
    choose(index);
    say(plot.getAttribute("aria-valuetext"));
  };
  find("#before").addEventListener("click", () => go(chosen - 1));
  find("#today").addEventListener("click", () => go(today));
  find("#after").addEventListener("click", () => go(chosen + 1));

  for (const link of all("#dates a")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const index = rows.findIndex((row) => `#${row.id}` === link.hash);
      if (index < first || index >= first + count) show(periods[periods.length - 1]);
      choose(index);
      // At once, Orca would read the day twice: for the focus and for the new value.
      setTimeout(() => plot.focus(), 100);
    });
  }

  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 7, ArrowDown: -7, PageUp: 28, PageDown: -28,
    Home: -rows.length, End: rows.length };
  plot.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const period = periods[Number(event.key) - 1];
    if (event.key in steps) choose(chosen + steps[event.key]);
    else if (event.key === "t") choose(today);
    else if (period) {
      keep(period);
      say(period.parentNode.textContent);
    } else return;
    event.preventDefault();
  });

  const pick = (event) => {
    const { left, width } = plot.getBoundingClientRect();
    choose(first + Math.floor((event.clientX - left) / width * count));
  };
  plot.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    plot.setPointerCapture(event.pointerId);
    pick(event);
  });
  plot.addEventListener("pointermove", (event) => {
    if (plot.hasPointerCapture(event.pointerId)) pick(event);
  });

  // The wheel scrolls the page, unless a click or Tab has given the focus to the chart.
  let turned = 0;
  plot.addEventListener("wheel", (event) => {
    const isAcross = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (event.ctrlKey || !isAcross && document.activeElement !== plot) return;
    event.preventDefault();
    turned += isAcross ? event.deltaX : event.deltaY;
    if (event.deltaMode === 0 && Math.abs(turned) < 40) return;
    choose(chosen + Math.sign(turned));
    turned = 0;
  }, { passive: false });

  let swipe = null;
  const day = find("#day");
  day.addEventListener("pointerdown", (event) => {
    swipe = event.pointerType === "touch" ? { x: event.clientX, chosen } : null;
  });
  day.addEventListener("pointermove", (event) => {
    if (swipe) choose(swipe.chosen + Math.round((swipe.x - event.clientX) / 24));
  });
  for (const end of ["pointerup", "pointercancel"]) day.addEventListener(end, () => { swipe = null; });

  // The countdown, today and the Sun. On a page for another time, the clock starts at that time.
  const ahead = main.now ? 1000 * main.now - Date.now() : 0;
  const events = all("td[data-at]").map((cell) => ({
    at: 1000 * cell.dataset.at, cell, text: cell.cellIndex === 2 ? next.dataset.sunrise : next.dataset.sunset }));
  const clock = (timeZone) => new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "medium" });
  // The time zone may be unknown to the browser.
  const local = (() => { try { return clock(main.zone); } catch { return clock(); } })();
  let timer = 0;
  const tick = () => {
    const now = Date.now() + ahead;
    const [date, time] = local.format(now).split(" "), [hour, minute, second] = time.split(":");
    const index = rows.findIndex((row) => row.id === date);
    if (index >= 0) {
      const follows = chosen === today && index !== today;
      today = index;
      draw(".today", `M${100 * today + 50} 0v86400`);
      draw(".sun", `M${100 * today + 50} ${86400 - 3600 * hour - 60 * minute - second}h0`);
      find(".now").dataset.day = today;
      if (follows) { chosen = today; show(shown()); }
    }
    const event = events.find(({ at }) => at > now);
    const left = event ? Math.max(1, Math.round((event.at - now) / 60000)) : Infinity;
    if (left > 2880) {
      next.textContent = next.dataset.far || "";
      then.textContent = "";
    } else {
      const { hours, minutes, both } = next.dataset, [h, m] = [Math.floor(left / 60), left % 60];
      const length = h && m ? both.replace("\ue000", h).replace("\ue001", m)
        : h ? hours.replace("\ue000", h) : minutes.replace("\ue000", m);
      next.textContent = event.text.replace("\ue000", length);
      const { cell } = event, change = cell.parentNode.cells[7];
      then.textContent = [cell, change].map(({ textContent }) => textContent.trim()).filter((text) => text).join(" · ");
    }
    document.title = `${next.textContent} · ${title}`;
    clearTimeout(timer);
    if (!document.hidden) timer = setTimeout(tick, 60000 - now % 60000);
  };
  document.addEventListener("visibilitychange", tick);

  // The printed page always shows the year.
  let before = null;
  addEventListener("beforeprint", () => { before = shown(); show(periods[periods.length - 1]); });
  addEventListener("afterprint", () => show(before));

  plot.setAttribute("role", "slider");
  plot.setAttribute("aria-label", plot.dataset.slider);
  plot.setAttribute("aria-valuemin", 1);
  plot.tabIndex = 0;
  tick();
  const saved = main.asked ? null : remember((storage) => storage.getItem("suntracker-period"));
  show(periods.find((period) => period.value === saved) || shown());
  new ResizeObserver(lay).observe(plot);
})();
