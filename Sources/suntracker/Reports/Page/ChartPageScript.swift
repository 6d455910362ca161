/// The script of the page. It reads its data from the table: one row per day. It has no texts of its own, since it is the
/// same in every language.
enum ChartPageScript {
    /// The hash of `text` for the content security policy (CSP 3, section 2.3.1). A test compares the two.
    static let hash = "sha256-gJTYMEvVM1Uy55RJeCMelIFkDTsX3CPn5GofjJmIBcw="

    static let text = #"""
        "use strict";
        (() => {
          const find = (selector) => document.querySelector(selector);
          const plot = find("#plot"), light = find("#light"), cursor = find("#cursor");
          const rows = [...document.querySelectorAll("tbody tr")];
          const facts = [...document.querySelectorAll("dd")];
          const today = (rows.length - 1) / 2;
          let first = 0, count = rows.length, selected = today;

          // The texts of a row: the date, the values and the notes.
          const read = (row) => {
            const cells = [...row.cells].map((cell) => cell.textContent.trim());
            return { date: cells[0], values: cells.slice(1, -1), notes: cells[cells.length - 1] };
          };

          // Labels along the days, in order of importance. A label that would touch another is left out.
          const start = document.dir === "rtl" ? "end" : "start";
          const label = (scale, labels, anchor) => {
            const taken = [];
            scale.replaceChildren();
            for (const { position, name } of labels) {
              const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
              text.textContent = name;
              text.setAttribute("x", `${100 * (position - first) / count}%`);
              text.setAttribute("y", "1.1em");
              text.setAttribute("text-anchor", anchor);
              scale.append(text);
              let { x, width } = text.getBBox();
              if (anchor === "middle") {
                // At the edges the label is moved inwards.
                const moved = Math.max(Math.min(x, scale.clientWidth - width), 0);
                text.setAttribute("dx", moved - x);
                x = moved;
              }
              const fits = x + width <= scale.clientWidth;
              if (fits && taken.every(([from, to]) => x > to + 6 || x + width < from - 6)) taken.push([x, x + width]);
              else text.remove();
            }
          };

          const labelAll = () => {
            const inside = (index) => index >= first && index < first + count;
            const months = [], seasons = [], marks = [{ position: today + 0.5, name: find("#marks").dataset.today }];
            rows.forEach((row, index) => {
              if (!inside(index)) return;
              const date = row.cells[0].firstChild;
              // January comes first, since it has the year.
              if (date.dateTime.endsWith("-01-01")) months.unshift({ position: index, name: date.dataset.month });
              else if (date.dateTime.endsWith("-01")) months.push({ position: index, name: date.dataset.month });
              if (row.dataset.season) seasons.push({ position: index + 0.5, name: row.dataset.season });
              if (row.dataset.clocks) marks.push({ position: index, name: row.dataset.clocks });
            });
            label(find("#months"), months, start);
            label(find("#seasons"), seasons, "middle");
            label(find("#marks"), marks, "middle");
          };

          const select = (index) => {
            selected = Math.min(Math.max(index, first), first + count - 1);
            const day = read(rows[selected]);
            find(".date").textContent = day.date;
            facts.forEach((fact, index) => { fact.textContent = day.values[index]; });
            find(".notes").textContent = day.notes;
            cursor.style.left = `${100 * (selected - first + 0.5) / count}%`;
            plot.setAttribute("aria-valuemin", 1);
            plot.setAttribute("aria-valuemax", count);
            plot.setAttribute("aria-valuenow", selected - first + 1);
            plot.setAttribute("aria-valuetext", rows[selected].dataset.sentence);
          };

          const show = ({ dataset: { days, span } }) => {
            count = Number(days);
            first = today - (count - 1) / 2;
            light.setAttribute("viewBox", `${2 * first} 0 ${2 * count} 1440`);
            rows.forEach((row, index) => { row.hidden = index < first || index >= first + count; });
            find("#span").textContent = span;
            labelAll();
            select(selected);
          };

          const pick = (event) => {
            const { left, width } = plot.getBoundingClientRect();
            select(first + Math.floor((event.clientX - left) / width * count));
          };
          plot.addEventListener("pointerdown", (event) => {
            if (event.button !== 0) return;
            plot.setPointerCapture(event.pointerId);
            pick(event);
          });
          plot.addEventListener("pointermove", (event) => {
            if (plot.hasPointerCapture(event.pointerId)) pick(event);
          });

          plot.addEventListener("keydown", (event) => {
            if (event.altKey || event.ctrlKey || event.metaKey) return;
            const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 28, PageDown: -28,
              Home: -count, End: count };
            if (!(event.key in steps)) return;
            event.preventDefault();
            select(selected + steps[event.key]);
          });

          // A button keeps the focus, so the new day is announced through the status element.
          const step = (button, index) => find(button).addEventListener("click", () => {
            select(index());
            find("[role=status]").textContent = plot.getAttribute("aria-valuetext");
          });
          step("#before", () => selected - 1);
          step("#today", () => today);
          step("#after", () => selected + 1);

          for (const choice of document.querySelectorAll("[name=period]")) {
            choice.addEventListener("change", () => show(choice));
          }
          new ResizeObserver(labelAll).observe(plot);
          show(find("[name=period]:checked"));
        })();
        """#
}
