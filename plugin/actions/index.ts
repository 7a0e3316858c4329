import type { Action } from './action.ts'
import { attachments } from './attachments.ts'
import { compose } from './compose.ts'
import { remove } from './delete.ts'
import { createFolder } from './create-folder.ts'
import { createSpecialFolder } from './create-special-folder.ts'
import { deleteFolder } from './delete-folder.ts'
import { expunge } from './expunge.ts'
import { folderSize } from './folder-size.ts'
import { folders } from './folders.ts'
import { frame } from './frame.ts'
import { get } from './get.ts'
import { getunread } from './getunread.ts'
import { keepAlive } from './keep-alive.ts'
import { list } from './list.ts'
import { mark } from './mark.ts'
import { copy, move } from './move.ts'
import { purge } from './purge.ts'
import { recipients } from './recipients.ts'
import { renameFolder } from './rename-folder.ts'
import { checkRecent, refresh } from './refresh.ts'
import { search } from './search.ts'
import { send } from './send.ts'
import { show } from './show.ts'
import { subscribeFolder } from './subscribe-folder.ts'
import { uids } from './uids.ts'
import { useFolder } from './use-folder.ts'
import { viewsource } from './viewsource.ts'

/** Every mail action. `run` takes what `parse` of the same row answered, and nothing else. */
export const actions: readonly Action<unknown>[] = [
  attachments,
  checkRecent,
  compose,
  copy,
  createFolder,
  createSpecialFolder,
  deleteFolder,
  remove,
  expunge,
  folderSize,
  folders,
  frame,
  get,
  getunread,
  keepAlive,
  list,
  mark,
  move,
  purge,
  recipients,
  refresh,
  renameFolder,
  search,
  send,
  show,
  subscribeFolder,
  uids,
  useFolder,
  viewsource,
]

/** The action of a request; undefined when there is none by this task, name and method. */
export function findAction(
  task: string,
  name: string,
  method: string,
): Action<unknown> | undefined {
  return table.get(keyOf(task, name, method))
}

const table = new Map(
  actions.map((action) => [keyOf(action.task, action.name, action.method), action]),
)

function keyOf(task: string, name: string, method: string): string {
  return `${method} ${task}/${name}`
}
