/** A one-page PDF (ISO 32000-1) with lines of text, the first as a heading. ASCII only. */
export function textPdf(lines: readonly string[]): Buffer {
  const content = pageContent(lines)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R' +
      ' /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${offset.toString().padStart(10, '0')} 00000 n \n`)
  return Buffer.from(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table.join('')}` +
      `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  )
}

function pageContent(lines: readonly string[]): string {
  const drawn = lines.map((line, index) => {
    const size = index === 0 ? 20 : 11
    const y = index === 0 ? 770 : 740 - index * 18
    return `/F1 ${size} Tf 1 0 0 1 64 ${y} Tm (${line.replace(/[\\()]/g, '\\$&')}) Tj`
  })
  return `BT\n${drawn.join('\n')}\nET`
}
