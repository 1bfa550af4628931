// What has changed between two texts, by lines. No DOM in here.

const MOST = 4_000_000;

/**
 * The lines of both texts: [sign, line], where the sign is "-" for one that is gone, "+" for a new one, " " for the others.
 * @returns {[string, string][]}
 */
export function difference(before, after) {
  const a = before.split("\n");
  const b = after.split("\n");
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const same = (line) => [" ", line];
  const middle = changed(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return [...a.slice(0, start).map(same), ...middle, ...a.slice(a.length - end).map(same)];
}

// The longest common subsequence; of very long texts all that differs is told as gone and new.
function changed(a, b) {
  const gone = (line) => ["-", line];
  const added = (line) => ["+", line];
  if (a.length * b.length > MOST) return [...a.map(gone), ...b.map(added)];
  const length = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) length[i][j] = a[i] === b[j] ? length[i + 1][j + 1] + 1 : Math.max(length[i + 1][j], length[i][j + 1]);
  const lines = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) lines.push([" ", a[i++]]), j++;
    else if (length[i + 1][j] >= length[i][j + 1]) lines.push(gone(a[i++]));
    else lines.push(added(b[j++]));
  }
  return [...lines, ...a.slice(i).map(gone), ...b.slice(j).map(added)];
}

/** The changed lines with three lines around each; null stands where lines are left out. @param {[string, string][]} lines */
export function around(lines, margin = 3) {
  const near = new Set();
  lines.forEach(([sign], at) => {
    if (sign !== " ") for (let n = at - margin; n <= at + margin; n++) near.add(n);
  });
  const shown = [];
  lines.forEach((line, at) => {
    if (near.has(at)) shown.push(line);
    else if (shown.at(-1) !== null) shown.push(null);
  });
  return shown;
}
