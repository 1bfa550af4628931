const assert = require("node:assert");
const test = require("node:test");
const { page } = require("./board.js");

test("the board is an image of the page", () => {
  const made = page({ svg: "<svg onload='alert(1)'></svg>", name: "G" });
  assert.match(made, /<img class="" alt="The board at the start" src="data:image\/svg\+xml,%3Csvg/);
  assert.ok(!made.includes("<svg"));
});

test("an error is told, and the last board stays behind it", () => {
  const made = page({ error: "game.lud:1:2: <script>" }, "<svg></svg>");
  assert.match(made, /class="error">game\.lud:1:2: &#60;script&#62;/);
  assert.match(made, /class="old"/);
});

test("what is late is told", () => {
  assert.match(page({ late: true }), /too long/);
});
