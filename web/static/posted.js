"use strict";
// This page answers a form that was sent. Whoever comes back to it later is not to send that form again, nor to be told that
// it has lapsed: its place in the browser's history becomes a page that can be asked for.
history.replaceState(null, "", document.currentScript.dataset.back);
