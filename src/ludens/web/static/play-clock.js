// What a clock shows that the server decides on: it tells what is left now and then, and the page counts down from there.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What is left by now of what a seat had `since`: {main, step, periods, total}. */
export function left({ left: main, step, periods, runs }, since, rules) {
  let spent = runs ? Date.now() - since : 0;
  if (rules?.kind === "delay") {
    const free = Math.min(spent, step);
    return { main: Math.max(0, main - spent + free), step: step - free, periods, total: main + step - spent };
  }
  if (rules?.kind !== "byoyomi") return { main: Math.max(0, main - spent), step: 0, periods, total: main - spent };
  const whole = 1000 * rules.step;
  const used = Math.min(spent, main);
  spent -= used;
  let [rest, count] = [step - spent, periods];
  while (rest <= 0 && count > 1) [rest, count] = [rest + whole, count - 1];
  const total = main - used > 0 ? main - used + whole * count : rest;
  return { main: main - used, step: Math.max(0, rest), periods: count, total };
}

const two = (number) => String(number).padStart(2, "0");

/** Milliseconds as a clock shows them: "2 d 3 h", "1:02:03", "4:05", and tenths at the end. */
export function clockText(ms) {
  if (ms >= DAY) return `${Math.floor(ms / DAY)} d ${Math.floor((ms % DAY) / HOUR)} h`;
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  return ms < 10_000 ? `0:${two(seconds)}.${Math.floor((ms % 1000) / 100)}` : `${minutes}:${two(seconds % 60)}`;
}

/** A seat's clock as text. */
export function countdown(clock, since, rules) {
  const now = left(clock, since, rules);
  if (rules?.kind === "byoyomi" && now.main <= 0) return `${clockText(now.step)} (${now.periods})`;
  return clockText(now.main);
}
