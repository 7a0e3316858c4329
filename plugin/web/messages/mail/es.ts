import { formatBytes, formatCount, pluralsOf } from '../locale.ts'
import type { MailCatalogue } from './en.ts'

const plural = pluralsOf('es', ['one', 'other'])

/** The texts of later views of mail in Spanish. */
export const mailEs: MailCatalogue = {
  markAllRead: 'Marcar todo como leído',
  emptyFolderAsk: (name, messages, folders) =>
    `¿Eliminar definitivamente ${contents(messages, folders)} de ${name}?`,
  emptyFolderConfirm: 'Eliminar todo',
  emptyToTrashAsk: (name, messages) => `¿Mover ${contents(messages, 0)} de ${name} a la papelera?`,
  newFolderIn: (name) => `Nueva carpeta en ${name}`,
  folderNameField: 'Nombre',
  folderParent: 'Dentro de',
  folderTop: '(nivel superior)',
  deleteFolderAsk: (name, messages, folders) =>
    `Se eliminará ${name} con ${contents(messages, folders)}.`,
  hideFolder: 'Ocultar de esta lista',
  chooseFoldersNote: 'Una carpeta oculta conserva sus mensajes.',
  noOwnFolders: 'Todavía no hay carpetas propias.',
  useAs: 'Usar como',
  ordinaryFolder: 'Carpeta normal',
  quoteCut:
    'Este mensaje es muy largo: aquí solo está el comienzo. Reenvíelo como adjunto para enviarlo completo.',
  findFolder: 'Buscar una carpeta',
  goToFolder: 'Ir a la carpeta',
  saveAttachments: 'Guardar todos los adjuntos (.zip)',
  noIdentity: 'Elige quién escribe',
  askReceipt: 'Solicitar confirmación de lectura',
  noOwnAddress: (user) =>
    `Desde aquí no se puede enviar nada: ${user} no tiene dominio de correo. Consulta a la administración. Los borradores se conservan.`,
  sentButNotFiled: 'Mensaje enviado. No se pudo guardar la copia en «Enviados».',
  sentCopyPending: 'Mensaje enviado. Su copia todavía no está en «Enviados».',
  saveDraft: 'Guardar borrador',
  draftSaved: 'Borrador guardado',
  draftsKept:
    'En este buzón no se pueden borrar los borradores, así que ya no se guardan solos. Guardar borrador almacena otra versión; tu texto sigue en esta pestaña.',
  sentDraftLeft:
    'Mensaje enviado. Su borrador se queda en Borradores: el servidor de correo no permite borrar allí.',
  savedAt: (time) => `Guardado a las ${time}`,
  draftRestored:
    'Tu mensaje sin enviar está de vuelta. Adjunta de nuevo sus archivos si los tenía.',
  discard: 'Descartar borrador',
  discarded: 'Borrador descartado',
  originalBelow: 'El mensaje reenviado sigue con su aspecto original',
  originalAsText: 'Editar como texto',
  removeOriginal: 'Quitar',
  addCc: 'Cc, Cco',
  suggestions: 'Destinatarios sugeridos',
  attachLimit: (used, max) => `${formatBytes(used)} de ${formatBytes(max)}`,
  uploading: 'Subiendo archivos',
  uploadStopped: 'La subida se detuvo. Los archivos siguen aquí.',
  removeAttachment: (name) => `Quitar ${name}`,
  tooLarge: (max) => `Los adjuntos superan juntos ${formatBytes(max)}.`,
  noRecipient: 'Añade al menos un destinatario.',
  finishDraftFirst: 'Primero envía, guarda o descarta el mensaje abierto.',
  sendAfterOutage:
    'El servidor vuelve a responder. Pulsa Enviar otra vez para enviar este mensaje.',
  sendQuestions: {
    attachment: 'Mencionas un adjunto, pero no hay nada adjunto.',
    uncertain:
      'Es posible que este mensaje se haya entregado: la conexión terminó antes de que el servidor respondiera. Pregunta a los destinatarios o envíalo de nuevo; quien ya lo tenga puede verlo dos veces.',
    changed: 'Este mensaje se envió tal como estaba antes de cambiarlo.',
  },
  sendAnyway: {
    attachment: 'Enviar de todos modos',
    uncertain: 'Enviar de nuevo',
    changed: 'Enviar como mensaje nuevo',
  },
  attachmentWords: ['adjunto', 'adjunta', 'adjuntos', 'adjuntar', 'anexo', 'attach'],
  sendKeys: 'Ctrl+Intro',
  keyboardHelp: 'Atajos de teclado',
  keyNext: 'Mensaje siguiente',
  keyPrevious: 'Mensaje anterior',
  keyOpen: 'Abrir mensaje',
  keySelect: 'Seleccionar mensaje',
  keySearch: 'Buscar',
  keyEscape: 'Volver, o anular la selección',
  keyHelp: 'Esta ayuda',
  keySelectAll: 'Seleccionar todos los mensajes de la lista',
  keyUndo: 'Deshacer la última acción',
  keyCloseComposer: 'En el mensaje nuevo: cerrarlo y conservar el borrador',
  keyTenDown: 'Diez mensajes hacia abajo',
  keyTenUp: 'Diez mensajes hacia arriba',
  keyFirst: 'Primer mensaje',
  keyLast: 'Último mensaje',
}

/** What is in a folder: messages, and folders where there are any. */
function contents(messages: number, folders: number): string {
  if (folders === 0) return countedMessages(messages)
  const counted = plural(
    folders,
    `${formatCount(folders)} carpeta`,
    `${formatCount(folders)} carpetas`,
  )
  return `${countedMessages(messages)} y ${counted}`
}

function countedMessages(count: number): string {
  return plural(count, `${formatCount(count)} mensaje`, `${formatCount(count)} mensajes`)
}
