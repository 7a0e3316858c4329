import test from 'ava'
import { parse } from 'csv-parse/browser/esm/sync'
import { readTable } from '../../../../../plugin/web/state/message/read-table.ts'

test('values apart by commas, semicolons or tabs are a table', (t) => {
  for (const sign of [',', ';', '\t']) {
    const table = readTable(parse, `\ufeffName${sign}Town\r\n"Bea${sign} dear"${sign}Ulm\r\n`)

    t.deepEqual(table, {
      rows: [
        ['Name', 'Town'],
        [`Bea${sign} dear`, 'Ulm'],
      ],
      isCut: false,
    })
  }
})

test('the separator that Excel names in the first line is taken', (t) => {
  t.deepEqual(readTable(parse, 'sep=|\r\na,b|c\r\n')?.rows, [['a,b', 'c']])
})

test('of a long and wide table the beginning is shown', (t) => {
  const row = Array.from({ length: 60 }, (_, index) => index).join(',')

  const table = readTable(parse, `${row}\n`.repeat(600))

  t.is(table?.rows.length, 500)
  t.is(table?.rows[0]?.length, 50)
  t.true(table?.isCut)
})

test('a quotation without an end is no table', (t) => {
  t.is(readTable(parse, 'a,b\n"c,d\n'), undefined)
})
