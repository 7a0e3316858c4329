import { formatBytes, formatCount, pluralsOf } from '../locale.ts'
import type { MailCatalogue } from './en.ts'

const plural = pluralsOf('fr', ['one', 'other'])

/** The texts of later views of mail in French. */
export const mailFr: MailCatalogue = {
  markAllRead: 'Tout marquer comme lu',
  emptyFolderAsk: (name, messages, folders) =>
    `Supprimer définitivement ${contents(messages, folders)} de ${name} ?`,
  emptyFolderConfirm: 'Tout supprimer',
  emptyToTrashAsk: (name, messages) =>
    `Déplacer ${contents(messages, 0)} de ${name} vers la corbeille ?`,
  newFolderIn: (name) => `Nouveau dossier dans ${name}`,
  folderNameField: 'Nom',
  folderParent: 'Dans',
  folderTop: '(premier niveau)',
  deleteFolderAsk: (name, messages, folders) =>
    `${name} sera supprimé avec ${contents(messages, folders)}.`,
  hideFolder: 'Masquer dans cette liste',
  chooseFoldersNote: 'Un dossier masqué garde ses messages.',
  noOwnFolders: 'Aucun dossier personnel pour le moment.',
  useAs: 'Utiliser comme',
  ordinaryFolder: 'Dossier ordinaire',
  quoteCut:
    'Ce message est très long : seul son début est ici. Transférez-le en pièce jointe pour l’envoyer en entier.',
  findFolder: 'Chercher un dossier',
  goToFolder: 'Aller au dossier',
  saveAttachments: 'Enregistrer toutes les pièces jointes (.zip)',
  noIdentity: 'Choisissez l’expéditeur',
  askReceipt: 'Demander un accusé de réception',
  noOwnAddress: (user) =>
    `Rien ne peut être envoyé d’ici : ${user} n’a pas de domaine de messagerie. Adressez-vous à l’administration. Les brouillons sont conservés.`,
  sentButNotFiled: 'Message envoyé. La copie pour « Envoyés » n’a pas pu être enregistrée.',
  sentCopyPending: 'Message envoyé. Sa copie n’est pas encore dans « Envoyés ».',
  saveDraft: 'Enregistrer le brouillon',
  draftSaved: 'Brouillon enregistré',
  draftsKept:
    'Les brouillons ne peuvent pas être supprimés dans cette boîte, ils ne sont donc plus enregistrés d’eux-mêmes. Enregistrer le brouillon garde une version de plus ; votre texte reste dans cet onglet.',
  sentDraftLeft:
    'Message envoyé. Son brouillon reste dans Brouillons : le serveur de messagerie n’y permet pas de supprimer.',
  savedAt: (time) => `Enregistré à ${time}`,
  draftRestored:
    'Votre message non envoyé est de retour. Joignez à nouveau ses fichiers s’il en avait.',
  discard: 'Supprimer le brouillon',
  discarded: 'Brouillon supprimé',
  originalBelow: 'Le message transféré suit sous son aspect d’origine',
  originalAsText: 'Modifier comme texte',
  removeOriginal: 'Retirer',
  addCc: 'Cc, Cci',
  suggestions: 'Destinataires suggérés',
  attachLimit: (used, max) => `${formatBytes(used)} sur ${formatBytes(max)}`,
  uploading: 'Envoi des fichiers',
  uploadStopped: 'L’envoi des fichiers a été arrêté. Ils sont toujours ici.',
  removeAttachment: (name) => `Retirer ${name}`,
  tooLarge: (max) => `Les pièces jointes dépassent ensemble ${formatBytes(max)}.`,
  noRecipient: 'Ajoutez au moins un destinataire.',
  finishDraftFirst: 'Envoyez, enregistrez ou supprimez d’abord le message ouvert.',
  sendAfterOutage:
    'Le serveur répond de nouveau. Cliquez encore une fois sur Envoyer pour envoyer ce message.',
  sendQuestions: {
    attachment: 'Vous parlez d’une pièce jointe, mais rien n’est joint.',
    uncertain:
      'Ce message a peut-être été remis : la connexion s’est terminée avant la réponse du serveur. Demandez aux destinataires ou renvoyez-le ; ceux qui l’ont déjà le verront peut-être deux fois.',
    changed: 'Ce message a déjà été envoyé tel qu’il était avant vos modifications.',
  },
  sendAnyway: {
    attachment: 'Envoyer quand même',
    uncertain: 'Renvoyer',
    changed: 'Envoyer comme nouveau message',
  },
  attachmentWords: ['pièce jointe', 'pièces jointes', 'ci-joint', 'ci-jointe', 'joins', 'attach'],
  sendKeys: 'Ctrl+Entrée',
  keyboardHelp: 'Raccourcis clavier',
  keyNext: 'Message suivant',
  keyPrevious: 'Message précédent',
  keyOpen: 'Ouvrir le message',
  keySelect: 'Sélectionner le message',
  keySearch: 'Rechercher',
  keyEscape: 'Retour, ou annuler la sélection',
  keyHelp: 'Cette aide',
  keySelectAll: 'Sélectionner tous les messages de la liste',
  keyUndo: 'Annuler la dernière action',
  keyCloseComposer: 'Dans le nouveau message : le fermer et garder le brouillon',
  keyTenDown: 'Dix messages plus bas',
  keyTenUp: 'Dix messages plus haut',
  keyFirst: 'Premier message',
  keyLast: 'Dernier message',
}

/** What is in a folder: messages, and folders where there are any. */
function contents(messages: number, folders: number): string {
  if (folders === 0) return countedMessages(messages)
  const counted = plural(
    folders,
    `${formatCount(folders)} dossier`,
    `${formatCount(folders)} dossiers`,
  )
  return `${countedMessages(messages)} et ${counted}`
}

function countedMessages(count: number): string {
  return plural(count, `${formatCount(count)} message`, `${formatCount(count)} messages`)
}
