import { formatBytes, formatCount, pluralsOf } from '../locale.ts'
import type { MailCatalogue } from './en.ts'

const plural = pluralsOf('pl', ['one', 'few', 'many'])

/** The texts of later views of mail in Polish. */
export const mailPl: MailCatalogue = {
  markAllRead: 'Oznacz wszystkie jako przeczytane',
  emptyFolderAsk: (name, messages, folders) =>
    `Trwale usunąć ${contents(messages, folders)} z folderu ${name}?`,
  emptyFolderConfirm: 'Usuń wszystko',
  emptyToTrashAsk: (name, messages) =>
    `Przenieść ${contents(messages, 0)} z folderu ${name} do kosza?`,
  newFolderIn: (name) => `Nowy folder w ${name}`,
  folderNameField: 'Nazwa',
  folderParent: 'W folderze',
  folderTop: '(najwyższy poziom)',
  deleteFolderAsk: (name, messages, folders) =>
    `Folder ${name} zostanie usunięty. Zawiera: ${contents(messages, folders)}.`,
  hideFolder: 'Ukryj na tej liście',
  chooseFoldersNote: 'Ukryty folder zachowuje swoje wiadomości.',
  noOwnFolders: 'Nie ma jeszcze własnych folderów.',
  useAs: 'Użyj jako',
  ordinaryFolder: 'Zwykły folder',
  quoteCut:
    'Ta wiadomość jest bardzo długa: tu jest tylko jej początek. Przekaż ją jako załącznik, aby wysłać całość.',
  findFolder: 'Znajdź folder',
  goToFolder: 'Przejdź do folderu',
  saveAttachments: 'Zapisz wszystkie załączniki (.zip)',
  noIdentity: 'Wybierz nadawcę',
  askReceipt: 'Poproś o potwierdzenie przeczytania',
  noOwnAddress: (user) =>
    `Stąd nie można nic wysłać: ${user} nie ma domeny pocztowej. Zapytaj administratora. Wersje robocze zostają.`,
  sentButNotFiled: 'Wiadomość wysłana. Nie udało się zapisać kopii w folderze Wysłane.',
  sentCopyPending: 'Wiadomość wysłana. Jej kopii nie ma jeszcze w folderze Wysłane.',
  saveDraft: 'Zapisz wersję roboczą',
  draftSaved: 'Wersja robocza zapisana',
  draftsKept:
    'W tej skrzynce nie można usuwać wersji roboczych, więc nie są już zapisywane same. Przycisk zapisu zachowuje kolejną wersję; tekst zostaje w tej karcie.',
  sentDraftLeft:
    'Wiadomość wysłana. Jej wersja robocza zostaje w folderze: serwer poczty nie pozwala tam usuwać.',
  savedAt: (time) => `Zapisano o ${time}`,
  draftRestored: 'Niewysłana wiadomość wróciła. Jeśli miała pliki, dołącz je ponownie.',
  discard: 'Odrzuć wersję roboczą',
  discarded: 'Wersja robocza odrzucona',
  originalBelow: 'Poniżej przekazywana wiadomość w oryginalnym wyglądzie',
  originalAsText: 'Edytuj jako tekst',
  removeOriginal: 'Usuń',
  addCc: 'DW, UDW',
  suggestions: 'Proponowani adresaci',
  attachLimit: (used, max) => `${formatBytes(used)} z ${formatBytes(max)}`,
  uploading: 'Przesyłanie plików',
  uploadStopped: 'Przesyłanie zatrzymano. Pliki nadal tu są.',
  removeAttachment: (name) => `Usuń ${name}`,
  tooLarge: (max) => `Załączniki razem przekraczają ${formatBytes(max)}.`,
  noRecipient: 'Dodaj co najmniej jednego adresata.',
  finishDraftFirst: 'Najpierw wyślij, zapisz lub odrzuć otwartą wiadomość.',
  sendAfterOutage: 'Serwer znowu odpowiada. Aby wysłać tę wiadomość, kliknij Wyślij jeszcze raz.',
  sendQuestions: {
    attachment: 'W treści jest mowa o załączniku, ale nic nie dołączono.',
    uncertain:
      'Wiadomość mogła zostać dostarczona: połączenie zakończyło się przed odpowiedzią serwera. Zapytaj adresatów albo wyślij ją ponownie; kto już ją ma, może zobaczyć ją dwa razy.',
    changed: 'Tę wiadomość wysłano w postaci sprzed zmiany.',
  },
  sendAnyway: {
    attachment: 'Wyślij mimo to',
    uncertain: 'Wyślij ponownie',
    changed: 'Wyślij jako nową wiadomość',
  },
  attachmentWords: ['załącznik', 'załączniku', 'załączam', 'w załączeniu', 'attach'],
  sendKeys: 'Ctrl+Enter',
  keyboardHelp: 'Skróty klawiszowe',
  keyNext: 'Następna wiadomość',
  keyPrevious: 'Poprzednia wiadomość',
  keyOpen: 'Otwórz wiadomość',
  keySelect: 'Zaznacz wiadomość',
  keySearch: 'Szukaj',
  keyEscape: 'Wróć lub wyczyść zaznaczenie',
  keyHelp: 'Ta pomoc',
  keySelectAll: 'Zaznacz wszystkie wiadomości na liście',
  keyUndo: 'Cofnij ostatnie działanie',
  keyCloseComposer: 'W nowej wiadomości: zamknij ją i zachowaj wersję roboczą',
  keyTenDown: 'Dziesięć wiadomości w dół',
  keyTenUp: 'Dziesięć wiadomości w górę',
  keyFirst: 'Pierwsza wiadomość',
  keyLast: 'Ostatnia wiadomość',
}

/** What is in a folder: messages, and folders where there are any. */
function contents(messages: number, folders: number): string {
  if (folders === 0) return countedMessages(messages)
  const counted = plural(
    folders,
    `${formatCount(folders)} folder`,
    `${formatCount(folders)} foldery`,
    `${formatCount(folders)} folderów`,
  )
  return `${countedMessages(messages)} i ${counted}`
}

function countedMessages(count: number): string {
  return plural(
    count,
    `${formatCount(count)} wiadomość`,
    `${formatCount(count)} wiadomości`,
    `${formatCount(count)} wiadomości`,
  )
}
