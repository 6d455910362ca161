// SPDX-License-Identifier: MIT
// The script of the page. It reads its data from the table: one row per day. It contains no texts, because it is the same
// in every language.
"use strict";
(() => {
  const find = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const main = find("main").dataset, next = find("#next"), then = find("#then"), title = document.title, plot = find("#plot"), chip = find("#chip"), arc = find("#arc");
  const rows = all("tbody tr"), names = all("thead th"), values = all("dd"), periods = all("[name=period]");
  let first = 0, count = rows.length, today = Number(find(".now").dataset.day), chosen = today, pointed = null, now = 0;

  const clamp = (value, least, most) => Math.max(least, Math.min(value, most));
  const draw = (name, path) => all(name).forEach((line) => line.setAttribute("d", path));

  // Labels along the days. A mark that would touch another moves to the next row; months are left out at equal steps.
  const lay = () => {
    const width = plot.clientWidth;
    // The chart has no width while the browser takes a picture of the whole page.
    if (!width) return;
    const labels = (scale) => [...scale.children].map((label) => {
      const { day, month } = label.dataset, isShown = day >= first && day < first + count;
      label.style.display = isShown ? "inline" : "none";
      return { label, day: day - first, month, isShown, size: label.getComputedTextLength() };
    }).filter(({ isShown }) => isShown).sort((one, other) => one.day - other.day);
    const months = labels(find("#months"));
    const fits = (step) => {
      let end = -8;
      return months.every(({ day, month, size }) => {
        const start = day / count * width;
        if (month % step) return true;
        if (start < end + 8) return false;
        end = start + size;
        return true;
      });
    };
    const step = [1, 2, 3, 4, 6].find(fits) || 12;
    for (const { label, day, month, size } of months) {
      if (month % step || day / count * width + size > width) label.style.display = "none";
      label.setAttribute("x", `${100 * day / count}%`);
    }
    const marks = find("#marks"), ends = [];
    for (const { label, day, size } of labels(marks)) {
      const start = clamp((day + 0.5) / count * width - size / 2, 0, width - size);
      let row = ends.findIndex((end) => start > end + 8);
      if (row < 0) row = ends.length;
      ends[row] = start + size;
      label.setAttribute("text-anchor", "middle");
      label.setAttribute("x", `${100 * (start + size / 2) / width}%`);
      label.setAttribute("y", `${1.1 + 1.3 * row}em`);
    }
    marks.style.height = `${0.3 + 1.3 * Math.max(ends.length, 1)}em`;
    const { offsetWidth } = chip, middle = ((pointed ?? chosen) - first + 0.5) / count;
    chip.style.left = `${100 * clamp(middle - offsetWidth / width / 2, 0, 1 - offsetWidth / width)}%`;
  };

  const textsOf = (row) => [...row.cells].map((cell) => cell.textContent.trim());

  const inWords = (minutes) => {
    const { hours, minutes: short, both } = next.dataset, h = Math.floor(minutes / 60), m = minutes % 60;
    return h && m ? both.replace("\ue000", h).replace("\ue001", m)
      : h ? hours.replace("\ue000", h) : short.replace("\ue000", m);
  };

  // The difference to the next longest or shortest day, as ChartPage.swift has it for today.
  const links = all("#dates a"), indexOf = (link) => rows.findIndex((row) => `#${row.id}` === link.hash);
  const daylight = ({ cells }) => cells[4].dataset.at - cells[2].dataset.at;
  const aheadOf = (index) => {
    const turn = links.find((link) => link.dataset.turn && indexOf(link) > index);
    const minutes = turn ? Math.round(Math.abs(daylight(rows[indexOf(turn)]) - daylight(rows[index])) / 60) : 0;
    return minutes ? turn.dataset.turn.replace("\ue000", inWords(minutes)) : "";
  };

  // The arc of the Sun on the chosen day, by its hour angle and the declination at noon.
  const bend = () => {
    const row = rows[chosen], texts = textsOf(row), { latitude, horizon, depth, high, low } = arc.dataset;
    const turn = Math.PI / 180, [noon, tilt] = row.dataset.sun.split(" ").map(Number);
    const angleAt = (seconds) => (seconds - Date.parse(row.id) / 1000 - noon) / 240;
    const height = (angle) => Math.asin(Math.sin(latitude * turn) * Math.sin(tilt * turn) +
      Math.cos(latitude * turn) * Math.cos(tilt * turn) * Math.cos(angle * turn)) / turn;
    const path = (start, end) => {
      let points = "M";
      for (let angle = start; angle < end; angle += 3.75) points += `${angle} ${-height(angle).toFixed(2)}L`;
      return `${points}${end.toFixed(2)} ${-height(end).toFixed(2)}`;
    };
    // An eclipse, or the Sun near midnight, can be in the solar day before or after.
    const dot = (angle) => `M${(angle - 360 * Math.round(angle / 360)).toFixed(2)} ${Math.min(depth, -height(angle))}h0`;
    draw("#curve", `${path(-187.5, 187.5)}V90H-188z`);
    const angle = angleAt(now / 1000), past = clamp(angle, -180, 180), isToday = chosen === today;
    draw(".past", isToday && past > -180 ? path(-180, past) : "");
    draw(".disc", isToday ? dot(angle) : "");
    draw(".eclipse", row.dataset.eclipse ? dot(angleAt(row.dataset.eclipse)) : "");
    let crossings = "";
    all("#arc .times text").forEach((label, index) => {
      const { at } = row.cells[2 + 2 * index].dataset, text = at ? texts[2 + 2 * index] : "";
      const share = at ? 50 + angleAt(at) / 3.6 : 50, room = index ? 100 - share : share;
      const isBefore = room > 2.5 * text.length === !index;
      label.textContent = text;
      label.setAttribute("x", `${share}%`);
      label.setAttribute("dx", isBefore ? -3 : 3);
      label.setAttribute("text-anchor", isBefore ? "end" : "start");
      if (at) crossings += `M${angleAt(at).toFixed(2)} ${horizon}V${depth}`;
    });
    draw(".crossing", crossings);
    find("#arc svg > text").textContent = row.dataset.short;
    const degrees = Math.round(height(0)), facts = [2, 3, 4].map((index) => `${names[index].textContent} ${texts[index]}`);
    facts.splice(2, 0, (degrees < 0 ? low : high).replace("\ue000", Math.abs(degrees)));
    arc.setAttribute("aria-label", [texts[0], ...facts].join(", "));
  };

  // The chip shows the day under the pointer, with its times or the reason why it has none; or else the chosen day.
  const point = (index) => {
    pointed = index;
    const row = rows[pointed ?? chosen], texts = textsOf(row);
    const facts = row.querySelector("[data-at]") ? [`${texts[2]} – ${texts[4]}`, texts[6]] : [texts[8]];
    draw(".pointed", pointed === null ? "" : `M${100 * pointed + 50} 0v86400`);
    chip.textContent = pointed === null ? row.dataset.short
      : [row.dataset.short, ...facts].filter((text) => text).join(" · ");
    lay();
  };

  const choose = (index) => {
    chosen = clamp(index, first, first + count - 1);
    const texts = textsOf(rows[chosen]);
    find("#date").textContent = texts[0];
    values.forEach((value, index) => { value.textContent = texts[index + 1]; });
    find("#ahead").textContent = aheadOf(chosen);
    find(".notes").textContent = texts[texts.length - 1];
    draw(".chosen", `M${100 * chosen + 50} 0v86400`);
    // As in the sentence that describes the chart without the script.
    const facts = [2, 4, 6, 7].map((index) => texts[index] && `${names[index].textContent} ${texts[index]}`);
    plot.setAttribute("aria-valuemax", count);
    plot.setAttribute("aria-valuenow", chosen - first + 1);
    plot.setAttribute("aria-valuetext", [texts[0], ...facts, texts[8]].filter((text) => text).join(", "));
    bend();
    point(null);
  };

  const show = (period) => {
    period.checked = true;
    count = Math.min(period.dataset.days, rows.length);
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

  for (const link of links) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const index = indexOf(link);
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
    else if (event.key === "t" || event.code === "KeyT") choose(today);
    else if (period) {
      keep(period);
      say(period.parentNode.textContent);
    } else return;
    event.preventDefault();
  });

  const under = (event) => {
    const { left, width } = plot.getBoundingClientRect();
    return clamp(first + Math.floor((event.clientX - left) / width * count), first, first + count - 1);
  };
  // A finger on the chart may turn out to scroll or to zoom the page, which cancels the choice.
  let held = chosen;
  plot.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    plot.setPointerCapture(event.pointerId);
    held = chosen;
    choose(under(event));
  });
  plot.addEventListener("pointermove", (event) => {
    if (plot.hasPointerCapture(event.pointerId)) choose(under(event));
    else if (event.pointerType === "mouse") point(under(event));
  });
  plot.addEventListener("pointercancel", (event) => { if (event.isPrimary) choose(held); });
  plot.addEventListener("pointerleave", () => point(null));

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
  });

  let swipe = null;
  const day = find("#day");
  day.addEventListener("pointerdown", (event) => {
    if (event.isPrimary) swipe = event.pointerType === "touch" ? { x: event.clientX, chosen } : null;
  });
  day.addEventListener("pointermove", (event) => {
    if (swipe && event.isPrimary) choose(swipe.chosen + Math.round((swipe.x - event.clientX) / 24));
  });
  day.addEventListener("pointerup", (event) => { if (event.isPrimary) swipe = null; });
  day.addEventListener("pointercancel", (event) => {
    if (swipe && event.isPrimary) choose(swipe.chosen);
    if (event.isPrimary) swipe = null;
  });

  // The countdown, today and the Sun. On a page for another time, the clock starts at that time.
  const ahead = main.now ? 1000 * main.now - Date.now() : 0;
  const events = all("td[data-at]").map((cell) => ({
    at: 1000 * cell.dataset.at, cell, text: cell.cellIndex === 2 ? next.dataset.sunrise : next.dataset.sunset }));
  const clock = (timeZone) => new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "medium" });
  // The time zone may be unknown to the browser.
  const local = (() => { try { return clock(main.zone); } catch { return clock(); } })();
  let timer = 0;
  const tick = () => {
    now = Date.now() + ahead;
    const [date, time] = local.format(now).split(" "), [hour, minute, second] = time.split(":");
    const index = rows.findIndex((row) => row.id === date);
    if (index >= 0) {
      const follows = chosen === today && index !== today;
      today = index;
      draw(".today", `M${100 * today + 50} 0v86400`);
      draw(".sun", `M${100 * today + 50} ${86400 - 3600 * hour - 60 * minute - second}h0`);
      find(".now").dataset.day = today;
      if (follows) { chosen = today; show(shown()); } else lay();
    }
    const event = events.find(({ at }) => at > now);
    const left = event ? Math.max(1, Math.round((event.at - now) / 60000)) : Infinity;
    if (left > 2880) {
      next.textContent = next.dataset.far || "";
      then.textContent = "";
    } else {
      next.textContent = event.text.replace("\ue000", inWords(left));
      // The text of the cell counts days from the date of its row: 00:37 next day.
      const { cell } = event, row = cell.parentNode, texts = textsOf(row);
      const text = row.id !== date && cell.dataset.time || texts[cell.cellIndex];
      then.textContent = [text, texts[7]].filter((text) => text).join(" · ");
    }
    bend();
    // The countdown stops while nobody sees the page.
    document.title = document.hidden || !next.textContent ? title : `${next.textContent} · ${title}`;
    clearTimeout(timer);
    if (!document.hidden) timer = setTimeout(tick, 60000 - now % 60000);
  };
  document.addEventListener("visibilitychange", tick);

  // The printed page always shows the year.
  let before = null;
  addEventListener("beforeprint", () => { before = shown(); show(periods[periods.length - 1]); });
  addEventListener("afterprint", () => show(before));

  // Without the script, the buttons would do nothing, and the arc would be empty.
  for (const group of all(".group")) group.hidden = false;
  arc.hidden = false;
  plot.setAttribute("role", "slider");
  plot.setAttribute("aria-label", plot.dataset.slider);
  plot.setAttribute("aria-valuemin", 1);
  plot.tabIndex = 0;
  tick();
  const saved = main.asked ? null : remember((storage) => storage.getItem("suntracker-period"));
  show(periods.find((period) => period.value === saved) || shown());
  new ResizeObserver(lay).observe(plot);
})();
