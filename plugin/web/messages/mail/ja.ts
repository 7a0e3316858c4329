import { formatBytes, formatCount, pluralsOf } from '../locale.ts'
import type { MailCatalogue } from './en.ts'

const plural = pluralsOf('ja', ['other'])

/** The texts of later views of mail in Japanese. */
export const mailJa: MailCatalogue = {
  markAllRead: 'すべて既読にする',
  emptyFolderAsk: (name, messages, folders) =>
    `${name} の ${contents(messages, folders)}を完全に削除しますか?`,
  emptyFolderConfirm: 'すべて削除',
  emptyToTrashAsk: (name, messages) => `${name} の ${contents(messages, 0)}をゴミ箱に移動しますか?`,
  newFolderIn: (name) => `${name} に新しいフォルダー`,
  folderNameField: '名前',
  folderParent: '場所',
  folderTop: '(最上位)',
  deleteFolderAsk: (name, messages, folders) =>
    `${name} を${contents(messages, folders)}とともに削除します。`,
  hideFolder: 'この一覧に表示しない',
  chooseFoldersNote: '非表示のフォルダーもメッセージを保持します。',
  noOwnFolders: '自分のフォルダーはまだありません。',
  useAs: '用途',
  ordinaryFolder: '通常のフォルダー',
  quoteCut:
    'このメッセージは非常に長いため、冒頭のみがここにあります。すべてを送るには添付として転送してください。',
  findFolder: 'フォルダーを検索',
  goToFolder: 'フォルダーに移動',
  saveAttachments: 'すべての添付ファイルを保存 (.zip)',
  noIdentity: '差出人を選択',
  askReceipt: '開封確認を要求',
  noOwnAddress: (user) =>
    `ここからは送信できません。${user} にメールドメインがありません。管理者にお問い合わせください。下書きは保存されます。`,
  sentButNotFiled: '送信しましたが、送信済みフォルダーにコピーを保存できませんでした。',
  sentCopyPending: '送信しました。コピーはまだ送信済みフォルダーにありません。',
  saveDraft: '下書きを保存',
  draftSaved: '下書きを保存しました',
  draftsKept:
    'このメールボックスでは下書きを削除できないため、自動保存を停止しました。「下書きを保存」で別の版を保存できます。文章はこのタブに残ります。',
  sentDraftLeft:
    'メッセージを送信しました。下書きは残っています: メールサーバーがそのフォルダーでの削除を許可していません。',
  savedAt: (time) => `${time} に保存`,
  draftRestored:
    '未送信のメッセージを復元しました。ファイルがあった場合はもう一度添付してください。',
  discard: '下書きを破棄',
  discarded: '下書きを破棄しました',
  originalBelow: '転送するメッセージが元の形で続きます',
  originalAsText: 'テキストとして編集',
  removeOriginal: '削除',
  addCc: 'Cc、Bcc',
  suggestions: '宛先の候補',
  attachLimit: (used, max) => `${formatBytes(used)} / ${formatBytes(max)}`,
  uploading: 'ファイルをアップロード中',
  uploadStopped: 'アップロードを停止しました。ファイルはまだここにあります。',
  removeAttachment: (name) => `${name} を削除`,
  tooLarge: (max) => `添付ファイルの合計が ${formatBytes(max)} を超えています。`,
  noRecipient: '宛先を 1 件以上追加してください。',
  finishDraftFirst: '先に開いているメッセージを送信、保存、または破棄してください。',
  sendAfterOutage:
    'サーバーが再び応答しています。このメッセージを送信するには、もう一度「送信」を押してください。',
  sendQuestions: {
    attachment: '添付について書かれていますが、何も添付されていません。',
    uncertain:
      'このメッセージは配信された可能性があります。メールサーバーの応答前に接続が切れました。宛先に確認するか、もう一度送信してください。すでに届いている場合は 2 通になることがあります。',
    changed: 'このメッセージは変更前の内容で送信されました。',
  },
  sendAnyway: {
    attachment: 'このまま送信',
    uncertain: 'もう一度送信',
    changed: '新しいメッセージとして送信',
  },
  attachmentWords: ['添付', '同封', 'attach'],
  sendKeys: 'Ctrl+Enter',
  keyboardHelp: 'キーボードショートカット',
  keyNext: '次のメッセージ',
  keyPrevious: '前のメッセージ',
  keyOpen: 'メッセージを開く',
  keySelect: 'メッセージを選択',
  keySearch: '検索',
  keyEscape: '戻る、または選択を解除',
  keyHelp: 'このヘルプ',
  keySelectAll: '一覧のすべてのメッセージを選択',
  keyUndo: '直前の操作を元に戻す',
  keyCloseComposer: '新規メッセージで: 閉じて下書きを残す',
  keyTenDown: '10 件下へ',
  keyTenUp: '10 件上へ',
  keyFirst: '最初のメッセージ',
  keyLast: '最後のメッセージ',
}

/** What is in a folder: messages, and folders where there are any. */
function contents(messages: number, folders: number): string {
  if (folders === 0) return countedMessages(messages)
  const counted = plural(folders, `${formatCount(folders)} 個のフォルダー`)
  return `${countedMessages(messages)}と${counted}`
}

function countedMessages(count: number): string {
  return plural(count, `${formatCount(count)} 件のメッセージ`)
}
