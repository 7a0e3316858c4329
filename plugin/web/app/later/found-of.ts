import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals'
import { createPageStorage } from '../../browser/page-storage.ts'
import { createFound, type Found } from '../../state/found/found.ts'
import { createFoundChoice, type FoundChoice } from '../../state/found/found-choice.ts'
import { createFoundCommands, type FoundCommands } from './found-commands.ts'
import { rowNamed, type FoundRow } from '../../state/found/found-rows.ts'
import type { App } from '../app.ts'
import { oncePerApp } from './once-per-app.ts'

/** The search of all folders, with what the user does with it. */
interface FoundInPage {
  readonly found: Found
  readonly choice: FoundChoice
  readonly commands: FoundCommands
  /** True where what is typed is looked for in all folders; remembered for the tab. */
  readonly isEverywhere: ReadonlySignal<boolean>
  chooseWhere(isEverywhere: boolean): void
  /** Messages that a folder is being picked for. */
  readonly moving: ReadonlySignal<readonly FoundRow[]>
  readonly endMoving: () => void
}

/** The search of the page. */
export const foundOf = oncePerApp(createFoundInPage)

const STORED = 'postern.search-everywhere'
/** As the server reads it (plugin/actions/contract/searched-folders.ts). */
const NAMES_FOLDER = /(?:^|\s)-?in:\S/i

function createFoundInPage(app: App): FoundInPage {
  const storage = createPageStorage(() => window.sessionStorage)
  const found = createFound(app)
  const choice = createFoundChoice(found)
  const moving = signal<readonly FoundRow[]>([])
  const isEverywhere = signal(storage().getItem(STORED) === 'true')
  const pickFolder = (rows: readonly FoundRow[]) => (moving.value = rows)
  const commands = createFoundCommands({ app, found, choice, pickFolder })
  const text = computed(() => found.query.value?.search)

  function search(words: string): boolean {
    const isMeant = words !== '' && (isEverywhere.peek() || NAMES_FOLDER.test(words))
    if (!isMeant) {
      const wasShown = found.query.peek() !== undefined
      found.close()
      // The folder behind shows what it showed.
      return wasShown && words === '' && app.list.query.peek().search === ''
    }
    const { scope, filter } = found.query.peek() ?? app.list.query.peek()
    found.open({ search: words, scope, filter })
    return true
  }

  effect(() => {
    // Nothing of the list behind is meant by what is done here.
    if (found.query.value === undefined) return
    untracked(() => {
      app.selection.clear()
      choice.clear()
      choice.moveTo(0)
    })
  })
  app.front.value = {
    text,
    search,
    show(isShown) {
      if (!isShown) found.close()
      else if (found.query.peek() === undefined) found.again()
    },
    rowOf: (name) => rowNamed(found.rows.value, name)?.row,
    ofKeys: {
      commands: { ...app.commands, ...commands },
      selection: { ...app.selection, selectAll: choice.selectAll },
    },
  }

  return {
    found,
    choice,
    commands,
    isEverywhere,
    chooseWhere(isWanted) {
      isEverywhere.value = isWanted
      storage().setItem(STORED, String(isWanted))
    },
    moving,
    endMoving: () => (moving.value = []),
  }
}
