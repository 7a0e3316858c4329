import { formatBytes, formatCount } from '../locale.ts'

/** The texts of later views of mail (folders, writing, dialogs) in English. A language is one more file of this shape. */
export const mailEn = {
  markAllRead: 'Mark all as read',
  emptyFolderAsk: (name: string, messages: number, folders: number) =>
    `Delete ${contents(messages, folders)} in ${name} permanently?`,
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
  noIdentity: 'Choose a sender',
  askReceipt: 'Request a read receipt',
  noOwnAddress: (user: string) =>
    `Nothing can be sent from here: ${user} has no mail domain. Ask your administrator. Drafts are kept.`,
  sentButNotFiled: 'Message sent. The copy for Sent could not be stored.',
  sentCopyPending: 'Message sent. Its copy is not in Sent yet.',
  saveDraft: 'Save draft',
  draftSaved: 'Draft saved',
  draftsKept:
    'Drafts cannot be deleted in this mailbox, so they are no longer saved automatically. Save draft stores one more version; your text stays in this tab.',
  sentDraftLeft:
    'Message sent. Its draft stays in Drafts, where the mail server does not allow deleting.',
  savedAt: (time: string) => `Saved ${time}`,
  draftRestored: 'Your unsent message is back. Attach its files again if it had any.',
  discard: 'Discard draft',
  discarded: 'Draft discarded',
  originalBelow: 'The forwarded message is included below with its formatting',
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
  sendAfterOutage: 'The server is back. Press Send again to send this message.',
  sendQuestions: {
    attachment: 'You mention an attachment, but nothing is attached.',
    uncertain:
      'This message may have been delivered: the connection ended before the mail server answered. Ask the recipients, or send it again; some recipients may receive it twice.',
    changed: 'This message was sent as it was before you changed it.',
  },
  sendAnyway: {
    attachment: 'Send anyway',
    uncertain: 'Send again',
    changed: 'Send as a new message',
  },
  attachmentWords: ['attach', 'enclosed', 'see the file', 'cv is'],
  sendKeys: 'Ctrl+Enter',
  keyboardHelp: 'Keyboard shortcuts',
  keyNext: 'Next message',
  keyPrevious: 'Previous message',
  keyOpen: 'Open message',
  keySelect: 'Select message',
  keySearch: 'Search',
  keyEscape: 'Back, or clear the selection',
  keyHelp: 'This help',
  keySelectAll: 'Select all messages in the list',
  keyUndo: 'Undo last action',
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
