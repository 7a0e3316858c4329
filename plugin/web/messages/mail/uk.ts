import { formatBytes, formatCount, pluralsOf } from '../locale.ts'
import type { MailCatalogue } from './en.ts'

const plural = pluralsOf('uk', ['one', 'few', 'many'])

/** The texts of later views of mail in Ukrainian. */
export const mailUk: MailCatalogue = {
  markAllRead: 'Позначити все прочитаним',
  emptyFolderAsk: (name, messages, folders) =>
    `Остаточно видалити ${contents(messages, folders)} з папки ${name}?`,
  emptyFolderConfirm: 'Видалити все',
  emptyToTrashAsk: (name, messages) =>
    `Перемістити ${contents(messages, 0)} з папки ${name} до кошика?`,
  newFolderIn: (name) => `Нова папка в ${name}`,
  folderNameField: 'Назва',
  folderParent: 'У папці',
  folderTop: '(верхній рівень)',
  deleteFolderAsk: (name, messages, folders) =>
    `Папку ${name} буде видалено. У ній: ${contents(messages, folders)}.`,
  hideFolder: 'Сховати в цьому списку',
  chooseFoldersNote: 'Схована папка зберігає свої листи.',
  noOwnFolders: 'Власних папок ще немає.',
  useAs: 'Використовувати як',
  ordinaryFolder: 'Звичайна папка',
  quoteCut:
    'Цей лист дуже довгий: тут лише його початок. Перешліть його як вкладення, щоб передати все.',
  findFolder: 'Знайти папку',
  goToFolder: 'Перейти до папки',
  saveAttachments: 'Зберегти всі вкладення (.zip)',
  noIdentity: 'Виберіть, хто пише',
  askReceipt: 'Запитати сповіщення про прочитання',
  noOwnAddress: (user) =>
    `Звідси нічого не можна надіслати: ${user} не має поштового домену. Зверніться до адміністратора. Чернетки зберігаються.`,
  sentButNotFiled: 'Лист надіслано. Копію в «Надіслані» зберегти не вдалося.',
  sentCopyPending: 'Лист надіслано. Його копії ще немає в «Надісланих».',
  saveDraft: 'Зберегти чернетку',
  draftSaved: 'Чернетку збережено',
  draftsKept:
    'У цій скриньці не можна видаляти чернетки, тому вони більше не зберігаються самі. Кнопка збереження зберігає ще одну версію; текст лишається в цій вкладці.',
  sentDraftLeft:
    'Лист надіслано. Його чернетка лишається в папці: поштовий сервер не дозволяє там видаляти.',
  savedAt: (time) => `Збережено о ${time}`,
  draftRestored: 'Ваш ненадісланий лист повернуто. Якщо в ньому були файли, вкладіть їх знову.',
  discard: 'Видалити чернетку',
  discarded: 'Чернетку видалено',
  originalBelow: 'Далі пересланий лист у первинному вигляді',
  originalAsText: 'Редагувати як текст',
  removeOriginal: 'Вилучити',
  addCc: 'Копія, прихована копія',
  suggestions: 'Пропоновані одержувачі',
  attachLimit: (used, max) => `${formatBytes(used)} із ${formatBytes(max)}`,
  uploading: 'Вивантаження файлів',
  uploadStopped: 'Вивантаження зупинено. Файли ще тут.',
  removeAttachment: (name) => `Вилучити ${name}`,
  tooLarge: (max) => `Вкладення разом перевищують ${formatBytes(max)}.`,
  noRecipient: 'Додайте хоча б одного одержувача.',
  finishDraftFirst: 'Спершу надішліть, збережіть або видаліть відкритий лист.',
  sendAfterOutage: 'Сервер знову відповідає. Щоб надіслати цей лист, натисніть «Надіслати» ще раз.',
  sendQuestions: {
    attachment: 'Ви згадуєте вкладення, але нічого не вкладено.',
    uncertain:
      'Можливо, лист доставлено: з’єднання завершилося до відповіді поштового сервера. Запитайте одержувачів або надішліть знову; хто вже його має, може побачити двічі.',
    changed: 'Цей лист надіслано таким, яким він був до зміни.',
  },
  sendAnyway: {
    attachment: 'Усе одно надіслати',
    uncertain: 'Надіслати знову',
    changed: 'Надіслати як новий лист',
  },
  attachmentWords: ['вкладення', 'вкладенні', 'додаток', 'у додатку', 'прикріпл', 'attach'],
  sendKeys: 'Ctrl+Enter',
  keyboardHelp: 'Комбінації клавіш',
  keyNext: 'Наступний лист',
  keyPrevious: 'Попередній лист',
  keyOpen: 'Відкрити лист',
  keySelect: 'Вибрати лист',
  keySearch: 'Пошук',
  keyEscape: 'Назад або скасувати вибір',
  keyHelp: 'Ця довідка',
  keySelectAll: 'Вибрати всі листи списку',
  keyUndo: 'Скасувати останню дію',
  keyCloseComposer: 'У новому листі: закрити його й лишити чернетку',
  keyTenDown: 'На десять листів униз',
  keyTenUp: 'На десять листів угору',
  keyFirst: 'Перший лист',
  keyLast: 'Останній лист',
}

/** What is in a folder: messages, and folders where there are any. */
function contents(messages: number, folders: number): string {
  if (folders === 0) return countedMessages(messages)
  const counted = plural(
    folders,
    `${formatCount(folders)} папка`,
    `${formatCount(folders)} папки`,
    `${formatCount(folders)} папок`,
  )
  return `${countedMessages(messages)} і ${counted}`
}

function countedMessages(count: number): string {
  return plural(
    count,
    `${formatCount(count)} лист`,
    `${formatCount(count)} листи`,
    `${formatCount(count)} листів`,
  )
}
