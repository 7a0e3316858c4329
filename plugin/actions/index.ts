import type { Action } from './contract/action.ts'
import { addContact, contact, saveContact } from './contact/contact.ts'
import {
  contactDoubles,
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
import { folderSize } from './folder/size.ts'
import { folders } from './folder/list.ts'
import { frame } from './message/frame.ts'
import { get } from './part/get.ts'
import { getunread } from './list/getunread.ts'
import { keepAlive } from './list/keep-alive.ts'
import { list } from './list/list.ts'
import { mark } from './message/mark.ts'
import { copy, move } from './message/move.ts'
import { receipt } from './message/receipt.ts'
import { purge } from './message/purge.ts'
import { recipients } from './compose/recipients.ts'
import { renameFolder } from './folder/rename.ts'
import { previews } from './list/previews.ts'
import { checkRecent, refresh } from './list/refresh.ts'
import { search } from './list/search.ts'
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
import { uids } from './list/uids.ts'
import { useFolder } from './folder/use.ts'
import { viewsource } from './part/viewsource.ts'

/** Every mail action by its name. `run` takes what a dialect decoded for the same name, and nothing else. */
const table = {
  'add-contact': addContact,
  attachments,
  'begin-passkey': beginPasskey,
  'begin-second-factor': beginSecondFactor,
  'change-password': changePassword,
  'check-recent': checkRecent,
  collected,
  'complete-address': completeAddressAction,
  compose,
  'confirm-passkey': confirmPasskey,
  'confirm-second-factor': confirmSecondFactor,
  contact,
  'contact-doubles': contactDoubles,
  'contact-photo': contactPhoto,
  contacts,
  copy,
  'create-folder': createFolder,
  'create-special-folder': createSpecialFolder,
  delete: remove,
  'delete-contacts': deleteContacts,
  'delete-folder': deleteFolder,
  'delete-group': deleteGroup,
  'delete-identity': deleteIdentity,
  'delete-template': deleteTemplate,
  directory,
  'end-second-factor': endSecondFactor,
  'end-sessions': endSessions,
  'export-contacts': exportContacts,
  expunge,
  'folder-size': folderSize,
  folders,
  'forget-collected': forgetCollected,
  frame,
  get,
  getunread,
  'group-contacts': groupContacts,
  'import-contacts': importContactsAction,
  'keep-alive': keepAlive,
  'keep-contact-photo': keepContactPhoto,
  list,
  mark,
  'merge-contacts': mergeContacts,
  move,
  passkeys,
  previews,
  purge,
  receipt,
  recipients,
  refresh,
  'remove-passkey': removePasskey,
  'rename-folder': renameFolder,
  'rename-group': renameGroup,
  'save-contact': saveContact,
  'save-identity': saveIdentity,
  'save-settings': saveSettings,
  'save-template': saveTemplate,
  'saved-drafts': savedDrafts,
  search,
  send,
  sessions,
  settings,
  show,
  'subscribe-folder': subscribeFolder,
  templates,
  uids,
  'use-folder': useFolder,
  viewsource,
}

export type ActionName = keyof typeof table

/** What an action takes; each dialect decodes it from a request. */
export type InputOf<Name extends ActionName> =
  (typeof table)[Name] extends Action<infer Input> ? Input : never

/** The actions by name; which input belongs to which is checked where it is decoded. */
export const actions: Readonly<Record<ActionName, Action<unknown>>> = table

/** The action of a request; undefined when there is none by this task, name and method. */
export function findAction(task: string, name: string, method: string): ActionName | undefined {
  return task === 'mail' && isActionName(name) && actions[name].method === method ? name : undefined
}

function isActionName(name: string): name is ActionName {
  return Object.hasOwn(table, name)
}
