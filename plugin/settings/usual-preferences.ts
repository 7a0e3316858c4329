import type { Preferences } from './preferences.ts'

/** What holds until the owner chooses otherwise. The page imports this file as well, so it imports types alone. */
export const usualPreferences: Preferences = {
  colorScheme: 'system',
  accent: 'blue',
  density: 'comfortable',
  readingPane: 'right',
  foldersWidth: null,
  listWidth: null,
  listHeight: null,
  previewLines: 0,
  conversations: false,
  remoteImages: 'ask',
  trustedSenders: [],
  readAfterSeconds: null,
  afterMove: 'next',
  writeFormat: 'plain',
  replyPlace: 'above',
  signaturePlace: 'above-quote',
  requestsReceipts: false,
  hourCycle: 'usual',
  dateStyle: 'usual',
  timeZone: null,
  notifies: false,
  keys: {},
  language: '',
  defaultIdentity: '',
}
