import type { Contract } from './contract/contract.ts'
import type { z } from 'zod'
import { addContact, contact, saveContact } from './contact/contact.ts'
import {
  contactDuplicates,
  deleteContacts,
  deleteGroup,
  groupContacts,
  mergeContacts,
  renameGroup,
} from './contact/change-many.ts'
import { directory } from './contact/directory.ts'
import { collected, forgetCollected } from './contact/collected.ts'
import { completeAddressAction } from './contact/complete.ts'
import {
  contactPhoto,
  exportContacts,
  importContactsAction,
  keepContactPhoto,
} from './contact/files.ts'
import { contacts } from './contact/list.ts'
import { attachments } from './part/attachments.ts'
import { compose } from './compose/compose.ts'
import { remove } from './message/delete.ts'
import { createFolder, createSpecialFolder } from './folder/create.ts'
import { deleteFolder } from './folder/delete.ts'
import { expunge } from './message/expunge.ts'
import { conversation } from './list/conversation.ts'
import { find } from './list/find.ts'
import { folderSize } from './folder/size.ts'
import { folders } from './folder/list.ts'
import { filterRun } from './filter/run.ts'
import { filterTrial } from './filter/trial.ts'
import { filterUndo } from './filter/undo.ts'
import { frame } from './message/frame.ts'
import { get } from './part/get.ts'
import { partText } from './part/text.ts'
import { getunread } from './list/getunread.ts'
import { keepAlive } from './list/keep-alive.ts'
import { list } from './list/list.ts'
import { mark } from './message/mark.ts'
import { copy, move } from './message/move.ts'
import { filters, saveFilters } from './filter/filters.ts'
import { cancelOutbox, changeOutbox, sendOutbox } from './outbox/change.ts'
import { outbox } from './outbox/outbox.ts'
import { sendLater } from './outbox/send-later.ts'
import { receipt } from './message/receipt.ts'
import { purge } from './message/purge.ts'
import { recipients } from './compose/recipients.ts'
import { renameFolder } from './folder/rename.ts'
import { previews } from './list/previews.ts'
import { checkRecent, refresh } from './list/refresh.ts'
import { search } from './list/search.ts'
import { replyInvitation } from './invitation/reply-invitation.ts'
import { invitation } from './invitation/invitation.ts'
import { savedDrafts } from './send/saved-drafts.ts'
import { send } from './send/send.ts'
import { changePassword } from './settings/password.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
} from './settings/second-factor.ts'
import { beginPasskey, confirmPasskey, passkeys, removePasskey } from './settings/passkeys.ts'
import { endSessions, sessions } from './settings/sessions.ts'
import { deleteIdentity, saveIdentity, saveSettings, settings } from './settings/settings.ts'
import { deleteTemplate, saveTemplate, templates } from './settings/templates.ts'
import { show } from './message/show.ts'
import { subscribeFolder } from './folder/subscribe.ts'
import { unsubscribe } from './message/unsubscribe.ts'
import { uids } from './list/uids.ts'
import { useFolder } from './folder/use.ts'
import { viewsource } from './part/viewsource.ts'

/** Every mail action. */
const contracts = [
  addContact,
  attachments,
  beginPasskey,
  beginSecondFactor,
  cancelOutbox,
  changeOutbox,
  changePassword,
  checkRecent,
  collected,
  completeAddressAction,
  compose,
  confirmPasskey,
  confirmSecondFactor,
  contact,
  contactDuplicates,
  contactPhoto,
  contacts,
  conversation,
  copy,
  createFolder,
  createSpecialFolder,
  remove,
  deleteContacts,
  deleteFolder,
  deleteGroup,
  deleteIdentity,
  deleteTemplate,
  directory,
  endSecondFactor,
  endSessions,
  exportContacts,
  expunge,
  filters,
  filterRun,
  filterTrial,
  filterUndo,
  find,
  folderSize,
  folders,
  forgetCollected,
  frame,
  get,
  getunread,
  groupContacts,
  importContactsAction,
  invitation,
  keepAlive,
  keepContactPhoto,
  list,
  mark,
  mergeContacts,
  move,
  outbox,
  partText,
  passkeys,
  previews,
  purge,
  receipt,
  recipients,
  refresh,
  removePasskey,
  renameFolder,
  renameGroup,
  replyInvitation,
  saveContact,
  saveFilters,
  saveIdentity,
  saveSettings,
  saveTemplate,
  savedDrafts,
  search,
  send,
  sendLater,
  sendOutbox,
  sessions,
  settings,
  show,
  subscribeFolder,
  templates,
  uids,
  unsubscribe,
  useFolder,
  viewsource,
] as const

type AnyContract = (typeof contracts)[number]
export type ActionName = AnyContract['name']
export type ContractOf<Name extends ActionName> = Extract<AnyContract, { readonly name: Name }>

/** What an action takes, as it is decoded from a request. */
export type InputOf<Name extends ActionName> = z.output<ContractOf<Name>['input']>

/** Whatever an action answers. */
export type ActionResult = Awaited<ReturnType<AnyContract['run']>>

/** An action of which the name alone is known: which input belongs to which is checked where it is decoded. */
export type Action = Omit<Contract, 'run'> & {
  run(input: unknown, context: Parameters<Contract['run']>[1]): Promise<ActionResult>
}

/** The actions by their names. */
export const actions: ReadonlyMap<string, Action & { readonly name: ActionName }> = new Map(
  contracts.map((contract) => [contract.name, contract]),
)

/** The action of a request; undefined when there is none by this task, name and method. */
export function findAction(task: string, name: string, method: string) {
  const action = task === 'mail' ? actions.get(name) : undefined
  return action?.method === method ? action : undefined
}
