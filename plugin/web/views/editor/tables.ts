import type Squire from 'squire-rte'
import { aroundCaret } from './around-caret.ts'

/** What is done with tables. */
export const tableCommands = [
  'insertTable',
  'addRow',
  'addColumn',
  'removeRow',
  'removeColumn',
  'removeTable',
] as const

export type TableCommand = (typeof tableCommands)[number]

const FIRST_ROWS = 2
const FIRST_COLUMNS = 3
/** Mail programs have no style sheet of ours. */
const TABLE_STYLE = 'border-collapse:collapse'
const CELL_STYLE = 'border:1px solid #c5cad6;padding:4px 8px;min-width:3em'

/** Changes tables; each step can be undone. Cells that span others are counted as one. */
export function createTables(editor: Squire): (command: TableCommand) => void {
  const { ownerDocument } = editor.getRoot()

  function newCell(): HTMLTableCellElement {
    const cell = ownerDocument.createElement('td')
    cell.setAttribute('style', CELL_STYLE)
    cell.append(editor.createDefaultBlock())
    return cell
  }

  function newRow(columns: number): HTMLTableRowElement {
    const row = ownerDocument.createElement('tr')
    for (let column = 0; column < columns; column += 1) row.append(newCell())
    return row
  }

  /** In a cell, or in a line. */
  function writeIn(element: Element | null | undefined): void {
    if (!element) return
    const range = ownerDocument.createRange()
    range.setStart(element.querySelector('div') ?? element, 0)
    editor.setSelection(range)
  }

  function insert(): void {
    const table = ownerDocument.createElement('table')
    table.setAttribute('style', TABLE_STYLE)
    const body = ownerDocument.createElement('tbody')
    for (let row = 0; row < FIRST_ROWS; row += 1) body.append(newRow(FIRST_COLUMNS))
    table.append(body)
    editor.insertElement(table)
    writeIn(table.querySelector('td'))
  }

  /** Writing continues where the table stood. */
  function remove(table: Element): void {
    const line = editor.createDefaultBlock()
    table.replaceWith(line)
    writeIn(line)
  }

  function change(command: Exclude<TableCommand, 'insertTable'>): void {
    const cell = aroundCaret(editor, 'td,th')
    const row = cell?.closest('tr')
    const table = row?.closest('table')
    if (!cell || !row || !table) return
    const column = [...row.cells].findIndex((one) => one === cell)
    const isWhole =
      (command === 'removeRow' && table.rows.length === 1) ||
      (command === 'removeColumn' && row.cells.length === 1)
    if (command === 'removeTable' || isWhole) {
      remove(table)
      return
    }
    switch (command) {
      case 'addRow': {
        const added = newRow(row.cells.length)
        row.after(added)
        writeIn(added.cells[column])
        return
      }
      case 'addColumn':
        for (const each of table.rows)
          (each.cells[column] ?? each.lastElementChild)?.after(newCell())
        writeIn(cell.nextElementSibling)
        return
      case 'removeRow': {
        const rows = [...table.rows]
        const at = rows.indexOf(row)
        row.remove()
        writeIn((rows[at + 1] ?? rows[at - 1])?.cells[column])
        return
      }
      case 'removeColumn': {
        const next = cell.nextElementSibling ?? cell.previousElementSibling
        for (const each of table.rows) each.cells[column]?.remove()
        writeIn(next)
      }
    }
  }

  return (command) => {
    editor.focus()
    editor.saveUndoState()
    if (command === 'insertTable') insert()
    else change(command)
    editor.focus()
  }
}
