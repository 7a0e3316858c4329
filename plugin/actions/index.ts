import type { Action } from './contract/action.ts'
import { attachments } from './part/attachments.ts'
import { compose } from './compose/compose.ts'
import { remove } from './message/delete.ts'
import { createFolder } from './folder/create.ts'
import { createSpecialFolder } from './folder/create-special.ts'
import { deleteFolder } from './folder/delete.ts'
import { expunge } from './message/expunge.ts'
import { folderSize } from './folder/size.ts'
import { folders } from './folder/list.ts'
import { frame } from './message/frame.ts'
import { get } from './part/get.ts'
import { getunread } from './list/getunread.ts'
import { keepAlive } from './list/keep-alive.ts'
import { list } from './list/list.ts'
import { mark } from './message/mark.ts'
import { copy, move } from './message/move.ts'
import { purge } from './message/purge.ts'
import { recipients } from './compose/recipients.ts'
import { renameFolder } from './folder/rename.ts'
import { checkRecent, refresh } from './list/refresh.ts'
import { search } from './list/search.ts'
import { send } from './send/send.ts'
import { show } from './message/show.ts'
import { subscribeFolder } from './folder/subscribe.ts'
import { uids } from './list/uids.ts'
import { useFolder } from './folder/use.ts'
import { viewsource } from './part/viewsource.ts'

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
