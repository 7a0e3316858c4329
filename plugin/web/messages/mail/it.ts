import { formatBytes, formatCount, pluralsOf } from '../locale.ts'
import type { MailCatalogue } from './en.ts'

const plural = pluralsOf('it', ['one', 'other'])

/** The texts of later views of mail in Italian. */
export const mailIt: MailCatalogue = {
  markAllRead: 'Segna tutti come letti',
  emptyFolderAsk: (name, messages, folders) =>
    `Eliminare definitivamente ${contents(messages, folders)} da ${name}?`,
  emptyFolderConfirm: 'Elimina tutto',
  emptyToTrashAsk: (name, messages) => `Spostare ${contents(messages, 0)} da ${name} nel cestino?`,
  newFolderIn: (name) => `Nuova cartella in ${name}`,
  folderNameField: 'Nome',
  folderParent: 'Dentro',
  folderTop: '(livello superiore)',
  deleteFolderAsk: (name, messages, folders) =>
    `${name} verrà eliminata con ${contents(messages, folders)}.`,
  hideFolder: 'Nascondi da questo elenco',
  chooseFoldersNote: 'Una cartella nascosta conserva i suoi messaggi.',
  noOwnFolders: 'Non ci sono ancora cartelle personali.',
  useAs: 'Usa come',
  ordinaryFolder: 'Cartella normale',
  quoteCut:
    'Questo messaggio è molto lungo: qui c’è solo l’inizio. Inoltralo come allegato per inviarlo per intero.',
  findFolder: 'Cerca una cartella',
  goToFolder: 'Vai alla cartella',
  saveAttachments: 'Salva tutti gli allegati (.zip)',
  noIdentity: 'Scegli chi scrive',
  askReceipt: 'Chiedi la conferma di lettura',
  noOwnAddress: (user) =>
    `Da qui non si può inviare nulla: ${user} non ha un dominio di posta. Rivolgiti all’amministrazione. Le bozze restano.`,
  sentButNotFiled: 'Messaggio inviato. Impossibile salvare la copia in «Inviati».',
  sentCopyPending: 'Messaggio inviato. La copia non è ancora in «Inviati».',
  saveDraft: 'Salva bozza',
  draftSaved: 'Bozza salvata',
  draftsKept:
    'In questa casella le bozze non si possono eliminare, quindi non vengono più salvate da sole. Salva bozza conserva un’altra versione; il testo resta in questa scheda.',
  sentDraftLeft:
    'Messaggio inviato. La sua bozza resta in Bozze: il server di posta non permette di eliminare lì.',
  savedAt: (time) => `Salvata alle ${time}`,
  draftRestored: 'Il messaggio non inviato è tornato. Allega di nuovo i file, se ce n’erano.',
  discard: 'Elimina bozza',
  discarded: 'Bozza eliminata',
  originalBelow: 'Il messaggio inoltrato segue con il suo aspetto originale',
  originalAsText: 'Modifica come testo',
  removeOriginal: 'Rimuovi',
  addCc: 'Cc, Ccn',
  suggestions: 'Destinatari suggeriti',
  attachLimit: (used, max) => `${formatBytes(used)} di ${formatBytes(max)}`,
  uploading: 'Caricamento dei file',
  uploadStopped: 'Il caricamento è stato fermato. I file sono ancora qui.',
  removeAttachment: (name) => `Rimuovi ${name}`,
  tooLarge: (max) => `Gli allegati superano insieme ${formatBytes(max)}.`,
  noRecipient: 'Aggiungi almeno un destinatario.',
  finishDraftFirst: 'Prima invia, salva o elimina il messaggio aperto.',
  sendAfterOutage: 'Il server risponde di nuovo. Premi ancora Invia per inviare questo messaggio.',
  sendQuestions: {
    attachment: 'Parli di un allegato, ma non c’è nulla di allegato.',
    uncertain:
      'Questo messaggio potrebbe essere stato consegnato: la connessione è finita prima della risposta del server. Chiedi ai destinatari o invialo di nuovo; chi l’ha già ricevuto potrebbe vederlo due volte.',
    changed: 'Questo messaggio è stato inviato com’era prima della modifica.',
  },
  sendAnyway: {
    attachment: 'Invia comunque',
    uncertain: 'Invia di nuovo',
    changed: 'Invia come nuovo messaggio',
  },
  attachmentWords: ['allegato', 'allegati', 'allego', 'in allegato', 'attach'],
  sendKeys: 'Ctrl+Invio',
  keyboardHelp: 'Scorciatoie da tastiera',
  keyNext: 'Messaggio successivo',
  keyPrevious: 'Messaggio precedente',
  keyOpen: 'Apri messaggio',
  keySelect: 'Seleziona messaggio',
  keySearch: 'Cerca',
  keyEscape: 'Indietro, o annulla la selezione',
  keyHelp: 'Questo aiuto',
  keySelectAll: 'Seleziona tutti i messaggi dell’elenco',
  keyUndo: 'Annulla l’ultima azione',
  keyCloseComposer: 'Nel nuovo messaggio: chiudilo e conserva la bozza',
  keyTenDown: 'Dieci messaggi più giù',
  keyTenUp: 'Dieci messaggi più su',
  keyFirst: 'Primo messaggio',
  keyLast: 'Ultimo messaggio',
}

/** What is in a folder: messages, and folders where there are any. */
function contents(messages: number, folders: number): string {
  if (folders === 0) return countedMessages(messages)
  const counted = plural(
    folders,
    `${formatCount(folders)} cartella`,
    `${formatCount(folders)} cartelle`,
  )
  return `${countedMessages(messages)} e ${counted}`
}

function countedMessages(count: number): string {
  return plural(count, `${formatCount(count)} messaggio`, `${formatCount(count)} messaggi`)
}
