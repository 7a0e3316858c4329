import { formatBytes, formatCount, pluralsOf } from '../locale.ts'
import type { MailCatalogue } from './en.ts'

const plural = pluralsOf('de', ['one', 'other'])

/** The texts of later views of mail in German. */
export const mailDe: MailCatalogue = {
  markAllRead: 'Alle als gelesen markieren',
  emptyFolderAsk: (name, messages, folders) =>
    `${contents(messages, folders)} in ${name} endgültig löschen?`,
  emptyFolderConfirm: 'Alle löschen',
  emptyToTrashAsk: (name, messages) =>
    `${contents(messages, 0)} aus ${name} in den Papierkorb verschieben?`,
  newFolderIn: (name) => `Neuer Ordner in ${name}`,
  folderNameField: 'Name',
  folderParent: 'In',
  folderTop: '(oberste Ebene)',
  deleteFolderAsk: (name, messages, folders) =>
    `${name} wird mit ${contents(messages, folders)} gelöscht.`,
  hideFolder: 'In dieser Liste ausblenden',
  chooseFoldersNote: 'Ein ausgeblendeter Ordner behält seine Nachrichten.',
  noOwnFolders: 'Noch keine eigenen Ordner.',
  useAs: 'Verwenden als',
  ordinaryFolder: 'Gewöhnlicher Ordner',
  quoteCut:
    'Diese Nachricht ist sehr lang: Nur ihr Anfang steht hier. Als Anhang weitergeleitet ist sie vollständig.',
  findFolder: 'Ordner suchen',
  goToFolder: 'Gehe zu Ordner',
  saveAttachments: 'Alle Anhänge speichern (.zip)',
  noIdentity: 'Absender wählen',
  askReceipt: 'Lesebestätigung anfordern',
  noOwnAddress: (user) =>
    `Von hier kann nichts gesendet werden: ${user} hat keine Maildomain. Die Administration kann helfen. Entwürfe bleiben erhalten.`,
  sentButNotFiled: 'Nachricht gesendet. Die Kopie für „Gesendet“ konnte nicht gespeichert werden.',
  sentCopyPending: 'Nachricht gesendet. Die Kopie ist noch nicht in „Gesendet“.',
  saveDraft: 'Entwurf speichern',
  draftSaved: 'Entwurf gespeichert',
  draftsKept:
    'Entwürfe lassen sich in diesem Postfach nicht löschen, deshalb werden sie nicht mehr von selbst gespeichert. „Entwurf speichern“ legt eine weitere Fassung ab; der Text bleibt in diesem Tab.',
  sentDraftLeft:
    'Nachricht gesendet. Ihr Entwurf bleibt im Ordner Entwürfe: Der Mailserver erlaubt dort kein Löschen.',
  savedAt: (time) => `Gespeichert um ${time}`,
  draftRestored: 'Die nicht gesendete Nachricht ist wieder da. Dateien bitte noch einmal anhängen.',
  discard: 'Entwurf verwerfen',
  discarded: 'Entwurf verworfen',
  originalBelow: 'Die weitergeleitete Nachricht folgt im Original',
  originalAsText: 'Als Text bearbeiten',
  removeOriginal: 'Entfernen',
  addCc: 'Kopie, Blindkopie',
  suggestions: 'Vorgeschlagene Empfänger',
  attachLimit: (used, max) => `${formatBytes(used)} von ${formatBytes(max)}`,
  uploading: 'Dateien werden hochgeladen',
  uploadStopped: 'Das Hochladen wurde angehalten. Die Dateien sind noch da.',
  removeAttachment: (name) => `${name} entfernen`,
  tooLarge: (max) => `Die Anhänge sind zusammen größer als ${formatBytes(max)}.`,
  noRecipient: 'Bitte mindestens einen Empfänger angeben.',
  finishDraftFirst: 'Bitte zuerst die offene Nachricht senden, speichern oder verwerfen.',
  sendAfterOutage:
    'Der Server antwortet wieder. Zum Senden dieser Nachricht bitte noch einmal auf „Senden“ klicken.',
  sendQuestions: {
    attachment: 'Im Text ist von einem Anhang die Rede, aber es ist nichts angehängt.',
    uncertain:
      'Diese Nachricht wurde vielleicht zugestellt: Die Verbindung endete, bevor der Mailserver antwortete. Bitte bei den Empfängern nachfragen oder noch einmal senden; wer sie schon hat, bekommt sie dann vielleicht doppelt.',
    changed: 'Diese Nachricht wurde schon in der Fassung vor der Änderung gesendet.',
  },
  sendAnyway: {
    attachment: 'Trotzdem senden',
    uncertain: 'Noch einmal senden',
    changed: 'Als neue Nachricht senden',
  },
  attachmentWords: ['anbei', 'anhang', 'angehängt', 'anlage', 'beigefügt', 'attach', 'enclosed'],
  sendKeys: 'Strg+Eingabe',
  keyboardHelp: 'Tastenkürzel',
  keyNext: 'Nächste Nachricht',
  keyPrevious: 'Vorherige Nachricht',
  keyOpen: 'Nachricht öffnen',
  keySelect: 'Nachricht auswählen',
  keySearch: 'Suchen',
  keyEscape: 'Zurück, oder Auswahl aufheben',
  keyHelp: 'Diese Hilfe',
  keySelectAll: 'Alle Nachrichten der Liste auswählen',
  keyUndo: 'Letzte Aktion rückgängig machen',
  keyCloseComposer: 'In der neuen Nachricht: schließen und Entwurf behalten',
  keyTenDown: 'Zehn Nachrichten weiter',
  keyTenUp: 'Zehn Nachrichten zurück',
  keyFirst: 'Erste Nachricht',
  keyLast: 'Letzte Nachricht',
}

/** What is in a folder: messages, and folders where there are any. */
function contents(messages: number, folders: number): string {
  if (folders === 0) return countedMessages(messages)
  const counted = plural(folders, '1 Ordner', `${formatCount(folders)} Ordner`)
  return `${countedMessages(messages)} und ${counted}`
}

function countedMessages(count: number): string {
  return plural(count, '1 Nachricht', `${formatCount(count)} Nachrichten`)
}
