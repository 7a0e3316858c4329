import type { ListForm } from '../../wire/roundcube/handed-over/list-form.ts'
import { listTemplateOf } from '../../wire/roundcube/handed-over/list-template-of.ts'
import type { ListTemplate } from '../../wire/roundcube/learned/list-template.ts'
import type { PageFolders } from '../../wire/roundcube/learned/read-response.ts'
import type { ListBasis } from '../request/response.ts'
import type { SessionView } from '../session/roundcube-session.ts'
import {
  listKey,
  rowsKey,
  setNewest,
  type LearnedResponses,
  type LearnedUser,
  type LearnedRows,
} from './learned-responses.ts'
import { readResultSet } from './result-set.ts'

/** How Roundcube answers someone: learned from its responses, or handed over by its plugin. */
export interface ResponseForms {
  readonly folders: PageFolders | undefined
  list(basis: ListBasis, mailbox: string, content: 'rows' | 'empty'): KnownList | undefined
  /** Messages whose headers Roundcube reads in its own way, as it has shown them. */
  rows(basis: ListBasis, template: ListTemplate): LearnedRows | undefined
  /** Whether a form of request is answered as we would. */
  isProved(form: string): boolean
}

/** How a list is written. */
export interface KnownList {
  readonly template: ListTemplate
  /** Of the folder it was learned of; undefined: it counts for any. */
  readonly uidValidity: bigint | undefined
}

/** By what answers have shown. */
export function learnedForms(
  learned: LearnedUser | undefined,
  responses: Pick<LearnedResponses, 'isProved'>,
): ResponseForms {
  return {
    folders: learned?.folders,
    list: (basis, mailbox, content) => learned?.lists.get(listKey(basis, mailbox, content)),
    rows: ({ settings }, template) => learned?.rows.get(rowsKey(settings, template)),
    isProved: (form) => learned !== undefined && responses.isProved(learned, form),
  }
}

/** By what the plugin has handed over. Only how single messages are written is still what answers have shown. */
export function handedOverForms(
  form: ListForm,
  { search }: SessionView,
  learned: LearnedUser | undefined,
): ResponseForms {
  return {
    folders: { names: form.folders.map(([name]) => name), trash: form.trash },
    list(basis, mailbox, content) {
      const made = templatesOf(form)
      const key = listKey(basis, mailbox, content)
      const { sortColumn, sortOrder, layout } = basis
      // Its dates are those of arrival, which our rows do not tell.
      if (sortColumn === 'arrival') return undefined
      const found = search && readResultSet(search.value)
      if (search !== undefined && (search.text === undefined || found === undefined))
        return undefined
      if (search?.id !== basis.search) return undefined
      const before = search === undefined ? made.get(key) : undefined
      if (before !== undefined) return before
      const template = listTemplateOf(form, {
        ...{ mailbox, sortColumn, sortOrder, content },
        hasHead: layout !== undefined && !layout.startsWith('first '),
        search:
          search?.text === undefined || found === undefined
            ? undefined
            : { id: search.id, text: search.text, total: found.uids.length },
      })
      if (template === undefined) return undefined
      const known = { template, uidValidity: undefined }
      if (search === undefined) setNewest(made, key, known)
      return known
    },
    rows: ({ settings }, template) => learned?.rows.get(rowsKey(settings, template)),
    isProved: (name) =>
      name === 'getunread' ||
      name.startsWith('check-recent all ') ||
      name.startsWith(form.refreshesAll ? 'refresh all ' : 'refresh shown '),
  }
}

/** What is drawn is stored with its template (list-template.ts): the same one is given out while the form is. */
const templates = new WeakMap<ListForm, Map<string, KnownList>>()

function templatesOf(form: ListForm): Map<string, KnownList> {
  const made = templates.get(form) ?? new Map<string, KnownList>()
  templates.set(form, made)
  return made
}
