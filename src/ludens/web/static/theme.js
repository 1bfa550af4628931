// Runs before the page is painted, so that a chosen theme does not flash.
(() => {
  try {
    const { theme } = JSON.parse(localStorage.getItem("ludens.settings") || "{}");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // without storage the system's theme holds
  }
})();
