import type { TranslatedWords } from './server-words.ts'

/** What the server says itself, in Portuguese as in Brazil. */
export const ptBr: TranslatedWords = {
  signIn: {
    title: (productName) => `Entrar - ${productName}`,
    address: 'Endereço de e-mail',
    password: 'Senha',
    submit: 'Entrar',
    mailAway: 'O servidor de e-mail não responde no momento. Espere um pouco e tente de novo.',
    mailBusy: 'O servidor de e-mail está ocupado. Espere um pouco e tente de novo.',
    mailSlow: 'O servidor de e-mail está demorando. Aguarde.',
    code: 'Código',
    codeNote: 'O código que seu aplicativo mostra ou um dos seus códigos de recuperação.',
    passkey: 'Usar uma chave de acesso',
    passkeyNote: 'Confirme com sua chave de acesso: digital, rosto, PIN ou chave de segurança.',
    passkeyFailed: 'A chave de acesso não foi usada. Tente de novo.',
    otherAccount: 'Entrar com outra conta',
    help: 'Ajuda',
    privacy: 'Privacidade',
    legalNotice: 'Aviso legal',
    reference: (requestId) => `Referência: ${requestId}`,
  },
  secondStep: {
    title: 'Verificação em duas etapas',
    required:
      'Aqui a entrada pede, além da senha, um código de um aplicativo do seu telefone. Configure-o agora.',
    scan: 'Escaneie esta imagem com um aplicativo de códigos (autenticador) ou digite a chave nele. Depois digite o código que ele mostra.',
    key: 'Chave',
    confirm: 'Ativar',
    recoveryCodes: 'Códigos de recuperação',
    recoveryNote:
      'Cada um permite entrar uma vez sem o aplicativo. Anote-os agora: ninguém pode mostrá-los de novo.',
    copy: 'Copiar',
    copied: 'Copiado',
    download: 'Baixar',
    print: 'Imprimir',
    recoveryKept: 'Já salvei',
  },
  signedOut: {
    title: 'Você saiu',
    note: 'Você ainda está conectado ao painel de controle. Se outras pessoas usam este computador, saia de lá também.',
    again: 'Entrar novamente',
  },
  errorPage: {
    tryAgain: (seconds) => `Tente de novo daqui a ${seconds} s.`,
    toPanel: 'Ir para o painel de controle',
    note: (status, requestId) => `Erro ${status}, solicitação ${requestId}`,
  },
  mailPage: {
    needsJavaScript: (productName) =>
      `${productName} precisa de JavaScript para mostrar seus e-mails.`,
  },
  frame: {
    tooHeavy:
      'Esta mensagem é pesada demais para ser mostrada com a aparência original. Este é o texto simples; o código-fonte contém tudo.',
  },
  archive: {
    fileName: 'nao-incluido.txt',
    leftOut: (parts) =>
      `Partes desta mensagem que não estão neste arquivo: ${parts.toLocaleString('pt-BR')}. Salve a mensagem para ter todas.`,
  },
  receipt: {
    subject: (subject) => `Lida: ${subject}`,
    text: (reader, subject) =>
      `Sua mensagem “${subject}” para ${reader} foi exibida.\n\nIsso não significa que ela tenha sido lida ou compreendida.\n`,
  },
  quote: {
    wrote: (date, name) => `Em ${date}, ${name} escreveu:`,
    cut: 'A mensagem é muito longa; o restante não foi citado',
    unknownDate: 'data desconhecida',
    original: 'Mensagem original',
    subject: 'Assunto',
    date: 'Data',
    from: 'De',
    to: 'Para',
    cc: 'Cc',
  },
  refusals: {
    framing_ambiguous: 'A solicitação estava malformada e não foi processada.',
    headers_too_many: 'A solicitação tinha mais cabeçalhos do que o permitido.',
    path_refused: 'Este endereço não é válido.',
    host_refused: 'A solicitação indicava mais de um servidor.',
    not_found: 'Não há nada neste endereço.',
    method_not_allowed: 'Este endereço não aceita esse tipo de solicitação.',
    body_too_large: 'O que você enviou é grande demais.',
    body_malformed: 'Não foi possível ler a solicitação.',
    segment_missing: 'Abra o webmail pelo seu painel de controle.',
    segment_malformed: 'Abra o webmail pelo seu painel de controle.',
    segment_mismatch:
      'Esta página pertence a outra sessão do painel. Abra o webmail de novo pelo seu painel de controle.',
    cookie_missing: 'Entre primeiro no seu painel de controle.',
    cookie_malformed: 'Entre primeiro no seu painel de controle.',
    session_unknown: 'Sua sessão do painel de controle terminou. Entre de novo no painel.',
    signature_unknown:
      'Seu painel de controle e este webmail não se conhecem. Avise a administração.',
    session_preauth: 'Termine primeiro de entrar no seu painel de controle.',
    session_expired: 'Sua sessão do painel de controle terminou. Entre de novo no painel.',
    ip_changed: 'Seu endereço IP mudou. Entre de novo.',
    tfa_required: 'Conclua a segunda etapa da entrada no seu painel de controle.',
    not_a_mailbox: 'Este acesso do painel não tem caixa de correio.',
    inconsistent:
      'Não foi possível verificar sua sessão do painel de controle. Entre de novo no painel.',
    panel_unavailable: 'O painel de controle não responde. Tentando de novo.',
    not_signed_in: 'Sua sessão terminou. Entre de novo para continuar.',
    session_replaced: 'Outra entrada tomou o lugar desta neste navegador.',
    token_mismatch:
      'Não foi possível verificar a solicitação. Recarregue a página e tente de novo.',
    cookie_needs_tls:
      'Esta página foi aberta sem criptografia, e assim não é possível entrar. Abra-a com https:// na frente.',
    origin_refused: 'A solicitação veio de outro site e foi recusada.',
    sign_in_failed: 'Não foi possível entrar. Confira o endereço e a senha.',
    other_signed_in:
      'Alguém já entrou neste navegador, em outra aba. Entrar aqui toma o lugar dessa pessoa; na outra aba será preciso entrar de novo.',
    sign_in_locked: 'Tentativas demais sem sucesso. Espere um pouco e tente de novo.',
    sign_in_busy:
      'Há entradas demais em andamento nesta caixa de correio. Espere um pouco e tente de novo.',
    second_factor_wrong: 'Este código não está correto ou já foi usado. Espere o próximo.',
    second_factor_expired: 'Isto demorou demais. Comece de novo.',
    second_factor_exists: 'Os códigos já estão configurados. Desative-os primeiro.',
    second_factor_unreadable: 'Não é possível verificar seus códigos. Avise o administrador.',
    second_factor_needed:
      'A entrada pede uma segunda etapa além da senha. Entre pela página da web.',
    passkey_refused: 'Não foi possível usar esta chave de acesso. Tente de novo.',
    passkeys_full: 'Já há tantas chaves de acesso quanto o permitido. Remova uma primeiro.',
    passkeys_unavailable: 'Não é possível usar chaves de acesso neste endereço.',
    second_factor_required:
      'Uma segunda etapa é obrigatória aqui e ainda não foi configurada. Entre pela página da web para configurá-la.',
    password_wrong: 'A senha atual não está correta.',
    password_too_short: 'A nova senha é curta demais.',
    password_not_accepted: 'A nova senha não foi aceita. Escolha outra.',
    password_change_failed:
      'Não foi possível mudar a senha. Se depois não conseguir entrar, tente também a nova.',
    input_invalid: 'Não foi possível entender a solicitação.',
    mailbox_not_found: 'Esta pasta não existe mais.',
    mailbox_exists: 'Já existe uma pasta com este nome.',
    mailbox_refused: 'O servidor de e-mail não permite isso nesta pasta.',
    mailbox_damaged:
      'O servidor de e-mail diz que esta pasta está danificada. Avise a administração.',
    message_unreadable: 'O servidor de e-mail não consegue ler esta mensagem.',
    mail_refused: 'O servidor de e-mail recusou sem um motivo que possa ser mostrado.',
    mail_not_understood: 'O servidor de e-mail não entendeu o pedido. Avise a administração.',
    trash_missing: 'Não há lixeira. Nada foi excluído.',
    delete_unconfirmed:
      'Aqui as mensagens são excluídas definitivamente. Nada foi excluído ainda; tente de novo.',
    folder_name_invalid: 'Uma pasta não pode ter este nome.',
    too_many_messages: 'São mensagens demais de uma vez. Restrinja a pesquisa.',
    mailbox_replaced:
      'Esta pasta foi substituída por outra de mesmo nome. Nada foi feito; veja de novo.',
    message_not_found: 'Esta mensagem não existe mais.',
    recipient_invalid: 'Um dos endereços não é válido.',
    recipients_too_many: 'Esta mensagem tem mais destinatários do que o permitido.',
    recipient_refused: 'O servidor de e-mail não aceita um dos destinatários. Nada foi enviado.',
    recipient_deferred:
      'O servidor de e-mail não aceita um dos destinatários no momento. Nada foi enviado.',
    sender_unknown:
      'Seu nome de usuário não tem domínio de e-mail, por isso nada pode ser enviado. Avise a administração.',
    address_not_allowed: 'Você não pode escrever com este endereço.',
    attachments_gone:
      'O que está anexado estava em uma mensagem ou rascunho excluído ou movido em outro lugar. Remova-o aqui e anexe-o de novo.',
    identity_gone: 'Esta identidade foi removida. Escolha outra.',
    template_gone: 'Este modelo foi removido nesse meio-tempo.',
    settings_full: 'Não há mais espaço para suas configurações.',
    send_deferred: 'O servidor de e-mail não aceita esta mensagem no momento. Nada foi enviado.',
    send_rejected: 'O servidor de e-mail não aceitou esta mensagem.',
    send_uncertain: 'Não é certo que esta mensagem tenha sido entregue.',
    already_sent: 'Esta mensagem foi enviada como estava antes da alteração.',
    not_sent: 'Não consta que esta mensagem tenha sido enviada.',
    over_quota: 'A caixa de correio está cheia.',
    contact_not_found: 'Este contato não existe mais.',
    contact_changed: 'Um contato foi alterado em outro lugar. Nada foi feito; veja de novo.',
    contact_too_large: 'É demais para um só contato.',
    group_exists: 'Já existe um grupo com este nome.',
    contacts_full: 'Não há espaço para mais contatos. Nada foi salvo.',
    contact_file_unreadable:
      'Este arquivo não tem contatos que possam ser lidos. Podem ser importados vCard (.vcf), CSV e LDIF.',
    contact_file_too_large: 'Este arquivo tem contatos demais. Nada foi importado.',
    address_book_unavailable:
      'O servidor do catálogo de endereços não responde. Nada foi alterado; o que você digitou continua aqui.',
    address_book_refused:
      'O servidor do catálogo de endereços não aceita a sua senha ou não permite a alteração. Nada foi alterado; o que você digitou continua aqui.',
    address_book_partly_saved:
      'O servidor do catálogo de endereços não aceitou tudo: parte dos contatos foi salva e parte não.',
    photo_unreadable: 'Esta imagem não pode ser usada para um contato.',
    store_unavailable: 'Não foi possível ler sua sessão. Tentando de novo.',
    mail_unavailable: 'O servidor de e-mail não responde no momento. Tentando de novo.',
    mail_busy: 'O servidor de e-mail está ocupado. Tentando de novo.',
    mail_answer_too_large: 'O servidor de e-mail enviou uma resposta grande demais para ser lida.',
    mail_timeout: 'O servidor de e-mail demorou demais para responder.',
    upstream_unavailable: 'O serviço por trás deste endereço não responde.',
    timed_out: 'Demorou demais e foi interrompido.',
    shutting_down: 'O serviço está reiniciando. Tentando de novo.',
    internal: 'Algo deu errado do nosso lado.',
  },
  refusalsAbout: {
    folder_name_invalid: (signs) => `O nome de uma pasta não pode conter ${signs}`,
    mailbox_refused: (mailbox) => `O servidor de e-mail não permite isso na pasta “${mailbox}”.`,
    address_book_partly_saved: (names) =>
      `O servidor do catálogo de endereços não aceitou tudo: parte dos contatos foi salva. Não salvos: ${names}`,
    password_not_accepted: (reason) => `A nova senha não foi aceita: ${reason}`,
    recipient_invalid: (recipient) => `Este endereço não é válido: ${recipient}`,
    recipients_too_many: (limit) => `Uma mensagem pode ter no máximo ${limit} destinatários.`,
    recipient_refused: (recipient) =>
      `O servidor de e-mail não aceita ${recipient} como destinatário. Nada foi enviado.`,
    recipient_deferred: (recipient) =>
      `O servidor de e-mail não aceita ${recipient} como destinatário no momento. Nada foi enviado.`,
    address_not_allowed: (address) => `Você não pode escrever como ${address}.`,
  },
}
