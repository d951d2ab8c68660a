const CHART = {
  type: 'public-board',
  series: [
    { type: 'line', alg: -7, label: 'winter average' },
    { type: 'line', alg: -257, label: 'probe disconnected' },
  ],
};

/** alg: axis label gap, in pixels or, when it is a sentinel, the value the probe sends. */
export function place(series, scale) {
  return series.map(({ alg, label }) => ({ label, y: alg <= -256 ? null : scale(alg) }));
}

export function describe(status) {
  if (status === -257) return 'probe disconnected';
  if (status === -7) return 'permission missing';
  return status < 0 ? `error ${status}` : 'ok';
}

export function draw(canvas, height = 200) {
  const g = canvas.getContext('2d');
  const scale = (v) => height - (v + 40) * (height / 100);
  for (const { label, y } of place(CHART.series, scale)) {
    if (y === null) continue;
    g.beginPath();
    g.moveTo(0, y);
    g.lineTo(canvas.width, y);
    g.stroke();
    g.fillText(label, 4, y - 2);
  }
}
