import { formatBytes, formatCount, pluralsOf } from '../locale.ts'
import type { MailCatalogue } from './en.ts'

const plural = pluralsOf('pt-BR', ['one', 'other'])

/** The texts of later views of mail in Portuguese as in Brazil. */
export const mailPtBr: MailCatalogue = {
  markAllRead: 'Marcar tudo como lido',
  emptyFolderAsk: (name, messages, folders) =>
    `Excluir definitivamente ${contents(messages, folders)} de ${name}?`,
  emptyFolderConfirm: 'Excluir tudo',
  emptyToTrashAsk: (name, messages) => `Mover ${contents(messages, 0)} de ${name} para a lixeira?`,
  newFolderIn: (name) => `Nova pasta em ${name}`,
  folderNameField: 'Nome',
  folderParent: 'Dentro de',
  folderTop: '(nível superior)',
  deleteFolderAsk: (name, messages, folders) =>
    `${name} será excluída com ${contents(messages, folders)}.`,
  hideFolder: 'Ocultar desta lista',
  chooseFoldersNote: 'Uma pasta oculta mantém suas mensagens.',
  noOwnFolders: 'Ainda não há pastas suas.',
  useAs: 'Usar como',
  ordinaryFolder: 'Pasta comum',
  quoteCut:
    'Esta mensagem é muito longa: aqui está só o começo. Encaminhe-a como anexo para enviar tudo.',
  findFolder: 'Procurar uma pasta',
  goToFolder: 'Ir para a pasta',
  saveAttachments: 'Salvar todos os anexos (.zip)',
  noIdentity: 'Escolha quem escreve',
  askReceipt: 'Pedir confirmação de leitura',
  noOwnAddress: (user) =>
    `Não é possível enviar nada daqui: ${user} não tem domínio de e-mail. Fale com a administração. Os rascunhos são mantidos.`,
  sentButNotFiled: 'Mensagem enviada. Não foi possível guardar a cópia em “Enviados”.',
  sentCopyPending: 'Mensagem enviada. A cópia ainda não está em “Enviados”.',
  saveDraft: 'Salvar rascunho',
  draftSaved: 'Rascunho salvo',
  draftsKept:
    'Nesta caixa não é possível excluir rascunhos, por isso eles não são mais salvos sozinhos. Salvar rascunho guarda mais uma versão; seu texto continua nesta aba.',
  sentDraftLeft:
    'Mensagem enviada. O rascunho dela continua em Rascunhos: o servidor de e-mail não permite excluir lá.',
  savedAt: (time) => `Salvo às ${time}`,
  draftRestored:
    'Sua mensagem não enviada está de volta. Anexe os arquivos de novo, se havia algum.',
  discard: 'Descartar rascunho',
  discarded: 'Rascunho descartado',
  originalBelow: 'A mensagem encaminhada segue com a aparência original',
  originalAsText: 'Editar como texto',
  removeOriginal: 'Remover',
  addCc: 'Cc, Cco',
  suggestions: 'Destinatários sugeridos',
  attachLimit: (used, max) => `${formatBytes(used)} de ${formatBytes(max)}`,
  uploading: 'Enviando arquivos',
  uploadStopped: 'O envio dos arquivos foi interrompido. Eles ainda estão aqui.',
  removeAttachment: (name) => `Remover ${name}`,
  tooLarge: (max) => `Os anexos passam juntos de ${formatBytes(max)}.`,
  noRecipient: 'Adicione pelo menos um destinatário.',
  finishDraftFirst: 'Primeiro envie, salve ou descarte a mensagem aberta.',
  sendAfterOutage:
    'O servidor voltou a responder. Clique em Enviar outra vez para enviar esta mensagem.',
  sendQuestions: {
    attachment: 'Você menciona um anexo, mas nada foi anexado.',
    uncertain:
      'Esta mensagem pode ter sido entregue: a conexão terminou antes da resposta do servidor. Pergunte aos destinatários ou envie de novo; quem já recebeu pode vê-la duas vezes.',
    changed: 'Esta mensagem foi enviada como estava antes da alteração.',
  },
  sendAnyway: {
    attachment: 'Enviar mesmo assim',
    uncertain: 'Enviar de novo',
    changed: 'Enviar como nova mensagem',
  },
  attachmentWords: ['anexo', 'anexos', 'anexei', 'anexado', 'em anexo', 'attach'],
  sendKeys: 'Ctrl+Enter',
  keyboardHelp: 'Atalhos de teclado',
  keyNext: 'Próxima mensagem',
  keyPrevious: 'Mensagem anterior',
  keyOpen: 'Abrir mensagem',
  keySelect: 'Selecionar mensagem',
  keySearch: 'Pesquisar',
  keyEscape: 'Voltar, ou limpar a seleção',
  keyHelp: 'Esta ajuda',
  keySelectAll: 'Selecionar todas as mensagens da lista',
  keyUndo: 'Desfazer a última ação',
  keyCloseComposer: 'Na nova mensagem: fechar e manter o rascunho',
  keyTenDown: 'Dez mensagens para baixo',
  keyTenUp: 'Dez mensagens para cima',
  keyFirst: 'Primeira mensagem',
  keyLast: 'Última mensagem',
}

/** What is in a folder: messages, and folders where there are any. */
function contents(messages: number, folders: number): string {
  if (folders === 0) return countedMessages(messages)
  const counted = plural(folders, `${formatCount(folders)} pasta`, `${formatCount(folders)} pastas`)
  return `${countedMessages(messages)} e ${counted}`
}

function countedMessages(count: number): string {
  return plural(count, `${formatCount(count)} mensagem`, `${formatCount(count)} mensagens`)
}
