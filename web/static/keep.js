// A picture of the board is saved as PNG, which every app can show, or sent by the phone's own sheet where the browser
// has one for this page. Without a script it is the same picture as SVG.
export const keep = async (link) => {
  try {
    const drawn = new Image(), url = new URL(link.href), canvas = document.createElement("canvas");
    if (matchMedia("(prefers-color-scheme: dark)").matches) url.searchParams.set("night", "");
    drawn.src = url;
    await drawn.decode();
    [canvas.width, canvas.height] = [drawn.naturalWidth, drawn.naturalHeight];
    canvas.getContext("2d").drawImage(drawn, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((made) => canvas.toBlob(made, "image/png"));
    const file = new File([blob], "ballottino.png", { type: "image/png" });
    if (navigator.canShare?.({ files: [file] })) {
      try { await navigator.share({ files: [file] }); return; } catch (error) { if (error.name === "AbortError") return; }
    }
    const saved = document.createElement("a");
    saved.href = URL.createObjectURL(file);
    saved.download = file.name;
    saved.click();
    setTimeout(() => URL.revokeObjectURL(saved.href), 10000);
  } catch { location.href = link.href; }
};
