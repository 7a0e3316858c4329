import { formatBytes, formatCount, pluralsOf } from '../locale.ts'
import type { MailCatalogue } from './en.ts'

const plural = pluralsOf('nl', ['one', 'other'])

/** The texts of later views of mail in Dutch. */
export const mailNl: MailCatalogue = {
  markAllRead: 'Alles als gelezen markeren',
  emptyFolderAsk: (name, messages, folders) =>
    `${contents(messages, folders)} in ${name} definitief verwijderen?`,
  emptyFolderConfirm: 'Alles verwijderen',
  emptyToTrashAsk: (name, messages) =>
    `${contents(messages, 0)} uit ${name} naar de prullenbak verplaatsen?`,
  newFolderIn: (name) => `Nieuwe map in ${name}`,
  folderNameField: 'Naam',
  folderParent: 'In',
  folderTop: '(bovenste niveau)',
  deleteFolderAsk: (name, messages, folders) =>
    `${name} wordt verwijderd met ${contents(messages, folders)}.`,
  hideFolder: 'Verbergen in deze lijst',
  chooseFoldersNote: 'Een verborgen map behoudt zijn berichten.',
  noOwnFolders: 'Er zijn nog geen eigen mappen.',
  useAs: 'Gebruiken als',
  ordinaryFolder: 'Gewone map',
  quoteCut:
    'Dit bericht is erg lang: alleen het begin staat hier. Stuur het door als bijlage om alles mee te geven.',
  findFolder: 'Een map zoeken',
  goToFolder: 'Ga naar map',
  saveAttachments: 'Alle bijlagen opslaan (.zip)',
  noIdentity: 'Kies wie schrijft',
  askReceipt: 'Leesbevestiging vragen',
  noOwnAddress: (user) =>
    `Van hieruit kan niets worden verzonden: ${user} heeft geen maildomein. Vraag het de beheerder. Concepten blijven bewaard.`,
  sentButNotFiled: 'Bericht verzonden. De kopie voor Verzonden kon niet worden opgeslagen.',
  sentCopyPending: 'Bericht verzonden. De kopie staat nog niet in Verzonden.',
  saveDraft: 'Concept opslaan',
  draftSaved: 'Concept opgeslagen',
  draftsKept:
    'Concepten kunnen in deze mailbox niet worden verwijderd en worden daarom niet meer vanzelf opgeslagen. Concept opslaan bewaart nog een versie; je tekst blijft in dit tabblad.',
  sentDraftLeft:
    'Bericht verzonden. Het concept blijft in Concepten: de mailserver staat daar geen verwijderen toe.',
  savedAt: (time) => `Opgeslagen om ${time}`,
  draftRestored:
    'Je niet-verzonden bericht is terug. Voeg de bestanden opnieuw toe als die er waren.',
  discard: 'Concept weggooien',
  discarded: 'Concept weggegooid',
  originalBelow: 'Het doorgestuurde bericht volgt in de oorspronkelijke weergave',
  originalAsText: 'Als tekst bewerken',
  removeOriginal: 'Verwijderen',
  addCc: 'Cc, Bcc',
  suggestions: 'Voorgestelde ontvangers',
  attachLimit: (used, max) => `${formatBytes(used)} van ${formatBytes(max)}`,
  uploading: 'Bestanden uploaden',
  uploadStopped: 'Het uploaden is gestopt. De bestanden zijn er nog.',
  removeAttachment: (name) => `${name} verwijderen`,
  tooLarge: (max) => `De bijlagen zijn samen groter dan ${formatBytes(max)}.`,
  noRecipient: 'Voeg minstens één ontvanger toe.',
  finishDraftFirst: 'Verzend het open bericht eerst, sla het op of gooi het weg.',
  sendAfterOutage:
    'De server antwoordt weer. Klik nog een keer op Verzenden om dit bericht te verzenden.',
  sendQuestions: {
    attachment: 'Je noemt een bijlage, maar er is niets bijgevoegd.',
    uncertain:
      'Dit bericht is misschien bezorgd: de verbinding stopte voordat de mailserver antwoordde. Vraag het de ontvangers of verzend het opnieuw; wie het al heeft, ziet het misschien twee keer.',
    changed: 'Dit bericht is verzonden zoals het was voordat je het wijzigde.',
  },
  sendAnyway: {
    attachment: 'Toch verzenden',
    uncertain: 'Opnieuw verzenden',
    changed: 'Als nieuw bericht verzenden',
  },
  attachmentWords: ['bijlage', 'bijlagen', 'bijgevoegd', 'bijgaand', 'attach'],
  sendKeys: 'Ctrl+Enter',
  keyboardHelp: 'Sneltoetsen',
  keyNext: 'Volgend bericht',
  keyPrevious: 'Vorig bericht',
  keyOpen: 'Bericht openen',
  keySelect: 'Bericht selecteren',
  keySearch: 'Zoeken',
  keyEscape: 'Terug, of selectie wissen',
  keyHelp: 'Deze hulp',
  keySelectAll: 'Alle berichten van de lijst selecteren',
  keyUndo: 'Laatste actie ongedaan maken',
  keyCloseComposer: 'In het nieuwe bericht: sluiten en het concept bewaren',
  keyTenDown: 'Tien berichten omlaag',
  keyTenUp: 'Tien berichten omhoog',
  keyFirst: 'Eerste bericht',
  keyLast: 'Laatste bericht',
}

/** What is in a folder: messages, and folders where there are any. */
function contents(messages: number, folders: number): string {
  if (folders === 0) return countedMessages(messages)
  const counted = plural(folders, `${formatCount(folders)} map`, `${formatCount(folders)} mappen`)
  return `${countedMessages(messages)} en ${counted}`
}

function countedMessages(count: number): string {
  return plural(count, `${formatCount(count)} bericht`, `${formatCount(count)} berichten`)
}
