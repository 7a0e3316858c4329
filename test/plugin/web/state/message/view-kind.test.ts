import test from 'ava'
import { viewKind } from '../../../../../plugin/web/state/message/view-kind.ts'

for (const [type, filename, kind] of [
  ['image/png', 'photo.png', 'image'],
  ['image/avif', 'photo', 'image'],
  ['image/svg+xml', 'drawing.svg', undefined],
  ['image/tiff', 'scan.png', undefined],
  ['application/octet-stream', 'PHOTO.JPG', 'image'],
  ['application/octet-stream', 'notes.txt', 'text'],
  ['application/octet-stream', 'tool.exe', undefined],
  ['text/plain', 'notes', 'text'],
  ['audio/mpeg', 'song.mp3', 'media'],
  ['video/mp4', 'film.mp4', 'media'],
  ['text/x-python', 'run.py', 'text'],
  ['application/json', 'package.json', 'text'],
  ['text/csv', 'prices', 'table'],
  ['application/vnd.ms-excel', 'prices.csv', 'table'],
  ['application/vnd.ms-excel', 'prices.xls', undefined],
  ['text/html', 'page.html', undefined],
  ['application/pdf', 'report.pdf', undefined],
] as const) {
  test(`${filename} of the type ${type} is ${kind === undefined ? 'only saved' : `shown as ${kind}`}`, (t) => {
    t.is(viewKind({ id: '2', type, filename, size: 1 }), kind)
  })
}
