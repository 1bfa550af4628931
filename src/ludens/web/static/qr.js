// QR codes (ISO/IEC 18004) of short texts: bytes, correction level L, versions 1 to 9, mask 0.

/** Of each version: codewords in all, those that correct a block, blocks, and where alignment patterns are. */
const VERSIONS = [
  [26, 7, 1, []], [44, 10, 1, [6, 18]], [70, 15, 1, [6, 22]], [100, 20, 1, [6, 26]], [134, 26, 1, [6, 30]],
  [172, 18, 2, [6, 34]], [196, 20, 2, [6, 22, 38]], [242, 24, 2, [6, 24, 42]], [292, 30, 2, [6, 26, 46]],
];
/** The format of level L with mask 0, with its check bits. */
const FORMAT = 0b111011111000100;
const VERSION_CHECK = 0x1f25;

/** Powers of 2 in the field of 256 elements, and their exponents. */
const POWER = [1];
while (POWER.length < 255) POWER.push((POWER.at(-1) << 1) ^ (POWER.at(-1) & 0x80 ? 0x11d : 0));
const LOG = new Map(POWER.map((value, n) => [value, n]));
const times = (a, b) => (a && b ? POWER[(LOG.get(a) + LOG.get(b)) % 255] : 0);

/** The codewords that correct a block: the rest of its division by the generator polynomial. */
function correction(block, count) {
  let generator = [1];
  for (let n = 0; n < count; n++) generator = [...generator, 0].map((value, at) => value ^ times(POWER[n], generator[at - 1] ?? 0));
  const rest = [...block, ...Array(count).fill(0)];
  for (let at = 0; at < block.length; at++) {
    const factor = rest[at];
    generator.forEach((value, n) => (rest[at + n] ^= times(factor, value)));
  }
  return rest.slice(block.length);
}

/** The codewords of some bytes: mode, length, bytes and padding in blocks, which take turns. */
function codewords(bytes, [total, count, blocks]) {
  const room = total - count * blocks;
  const nibbles = [4, bytes.length >> 4, bytes.length & 15, ...bytes.flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const data = Array.from({ length: nibbles.length / 2 }, (_, n) => (nibbles[2 * n] << 4) | nibbles[2 * n + 1]);
  for (let n = 0; data.length < room; n++) data.push(n % 2 ? 0x11 : 0xec);
  const parts = Array.from({ length: blocks }, (_, n) => data.slice((n * room) / blocks, ((n + 1) * room) / blocks));
  const checks = parts.map((part) => correction(part, count));
  const mixed = (lists) => lists[0].flatMap((_, n) => lists.map((list) => list[n]));
  return [...mixed(parts), ...mixed(checks)];
}

/** What is the same in all codes of a version: rows of true, false, and undefined where codewords go. */
function frame(version, positions) {
  const size = 17 + 4 * version;
  const rows = Array.from({ length: size }, () => Array(size).fill(undefined));
  const put = (x, y, dark) => x >= 0 && y >= 0 && x < size && y < size && (rows[y][x] = dark);
  for (let n = 0; n < size; n++) put(n, 6, n % 2 === 0), put(6, n, n % 2 === 0);
  for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]])
    for (let x = -4; x <= 4; x++) for (let y = -4; y <= 4; y++) put(cx + x, cy + y, ![2, 4].includes(Math.max(Math.abs(x), Math.abs(y))));
  const last = positions.at(-1);
  const corner = (x, y) => (x === 6 && (y === 6 || y === last)) || (x === last && y === 6);
  for (const cx of positions)
    for (const cy of positions)
      if (!corner(cx, cy)) for (let x = -2; x <= 2; x++) for (let y = -2; y <= 2; y++) put(cx + x, cy + y, Math.max(Math.abs(x), Math.abs(y)) !== 1);
  for (let n = 0; n < 15; n++) {
    const dark = Boolean((FORMAT >> n) & 1);
    put(8, n < 6 ? n : n < 8 ? n + 1 : size - 15 + n, dark);
    put(n < 8 ? size - 1 - n : n === 8 ? 7 : 14 - n, 8, dark);
  }
  put(8, size - 8, true);
  if (version >= 7) {
    let check = version << 12;
    for (let bit = 17; bit >= 12; bit--) if ((check >> bit) & 1) check ^= VERSION_CHECK << (bit - 12);
    const word = (version << 12) | check;
    for (let n = 0; n < 18; n++) for (const [x, y] of [[size - 11 + (n % 3), Math.floor(n / 3)], [Math.floor(n / 3), size - 11 + (n % 3)]]) put(x, y, Boolean((word >> n) & 1));
  }
  return rows;
}

/** The code of a text as rows of modules, true where they are dark. Throws where the text is too long. */
export function qr(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const at = VERSIONS.findIndex(([total, count, blocks]) => bytes.length + 2 <= total - count * blocks);
  if (at < 0) throw new RangeError("this is too long for a QR code");
  const rows = frame(at + 1, VERSIONS[at][3]);
  const words = codewords(bytes, VERSIONS[at]);
  const size = rows.length;
  let bit = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--; // the column of the timing pattern
    for (let n = 0; n < size; n++) {
      const y = up ? size - 1 - n : n;
      for (const x of [right, right - 1]) {
        if (rows[y][x] !== undefined) continue;
        const dark = bit < 8 * words.length && Boolean((words[bit >> 3] >> (7 - (bit & 7))) & 1);
        rows[y][x] = dark !== ((x + y) % 2 === 0);
        bit++;
      }
    }
  }
  return rows;
}
