import { formatBytes, formatCount } from '../locale.ts'

/** The texts of later views of mail (folders, writing, dialogs) in English. A language is one more file of this shape. */
export const mailEn = {
  markAllRead: 'Mark all as read',
  emptyFolderAsk: (name: string, messages: number, folders: number) =>
    `Delete ${contents(messages, folders)} in ${name} for good?`,
  emptyFolderConfirm: 'Delete all',
  emptyToTrashAsk: (name: string, messages: number) =>
    `Move ${contents(messages, 0)} from ${name} to the trash?`,
  newFolderIn: (name: string) => `New folder in ${name}`,
  folderNameField: 'Name',
  folderParent: 'Inside',
  folderTop: '(top level)',
  deleteFolderAsk: (name: string, messages: number, folders: number) =>
    `${name} with ${contents(messages, folders)} will be deleted.`,
  hideFolder: 'Hide from this list',
  chooseFoldersNote: 'A hidden folder keeps its messages.',
  noOwnFolders: 'There are no folders of your own yet.',
  useAs: 'Use as',
  ordinaryFolder: 'Ordinary folder',
  quoteCut:
    'This message is very long: only its beginning is here. Forward it as an attachment to pass on all of it.',
  findFolder: 'Find a folder',
  goToFolder: 'Go to folder',
  saveAttachments: 'Save all attachments (.zip)',
  noIdentity: 'Choose who writes',
  askReceipt: 'Ask for a receipt',
  noOwnAddress: (user: string) =>
    `Nothing can be sent from here: ${user} has no mail domain. Ask your administrator. Drafts are kept.`,
  sentButNotFiled: 'Message sent. The copy for Sent could not be stored.',
  sentCopyPending: 'Message sent. Its copy is not in Sent yet.',
  saveDraft: 'Save draft',
  draftSaved: 'Draft saved',
  draftsKept:
    'Drafts can not be deleted in this mailbox, so drafts are no longer saved by themselves. Save draft stores one more version; your text stays in this tab.',
  sentDraftLeft:
    'Message sent. Its draft stays in Drafts: the mail server lets nobody delete there.',
  savedAt: (time: string) => `Saved ${time}`,
  draftRestored: 'Your unsent message is back. Attach its files again if it had any.',
  discard: 'Discard draft',
  discarded: 'Draft discarded',
  originalBelow: 'The forwarded message follows as it looks',
  originalAsText: 'Edit as text',
  removeOriginal: 'Remove',
  addCc: 'Cc, Bcc',
  suggestions: 'Suggested recipients',
  attachLimit: (used: number, max: number) => `${formatBytes(used)} of ${formatBytes(max)}`,
  uploading: 'Uploading files',
  uploadStopped: 'The upload was stopped. The files are still here.',
  removeAttachment: (name: string) => `Remove ${name}`,
  tooLarge: (max: number) => `The attachments are larger than ${formatBytes(max)} together.`,
  noRecipient: 'Add at least one recipient.',
  finishDraftFirst: 'Send, save or discard the open message first.',
  sendAfterOutage: 'The server answers again. Press Send once more to send this message.',
  sendQuestions: {
    attachment: 'You mention an attachment, but nothing is attached.',
    uncertain:
      'This message may have been delivered: the connection ended before the mail server answered. Ask the recipients, or send it again; who got it already may see it twice.',
    changed: 'This message was sent as it was before you changed it.',
  },
  sendAnyway: {
    attachment: 'Send anyway',
    uncertain: 'Send again',
    changed: 'Send as a new message',
  },
  attachmentWords: ['attach', 'enclosed', 'see the file', 'cv is', 'anbei', 'anhang'],
  sendKeys: 'Ctrl+Enter',
  keyboardHelp: 'Keyboard shortcuts',
  keyNext: 'Next message',
  keyPrevious: 'Previous message',
  keyOpen: 'Open message',
  keySelect: 'Select message',
  keySearch: 'Search',
  keyEscape: 'Back, or clear the selection',
  keyHelp: 'This help',
  keySelectAll: 'Select every message of the list',
  keyUndo: 'Undo the last act',
  keyCloseComposer: 'In the new message: close it and keep the draft',
  keyTenDown: 'Ten messages down',
  keyTenUp: 'Ten messages up',
  keyFirst: 'First message',
  keyLast: 'Last message',
}

/** What is in a folder: messages, and folders where there are any. */
function contents(messages: number, folders: number): string {
  const held = countOf(messages, 'message')
  return folders === 0 ? held : `${held} and ${countOf(folders, 'folder')}`
}

function countOf(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${formatCount(count)} ${noun}s`
}

/** What a language has to provide. */
export type MailCatalogue = typeof mailEn
