import type { TranslatedWords } from './server-words.ts'

/** What the server says itself, in Italian. */
export const it: TranslatedWords = {
  signIn: {
    title: (productName) => `Accedi - ${productName}`,
    address: 'Indirizzo e-mail',
    password: 'Password',
    submit: 'Accedi',
    mailAway: 'Il server di posta al momento non risponde. Attendi un po’ e riprova.',
    mailBusy: 'Il server di posta è occupato. Attendi un po’ e riprova.',
    mailSlow: 'Il server di posta impiega più tempo del solito. Attendi.',
    code: 'Codice',
    codeNote: 'Il codice mostrato dalla tua app o uno dei tuoi codici di recupero.',
    passkey: 'Usa una passkey',
    passkeyNote: 'Conferma con la tua passkey: impronta, volto, PIN o chiave di sicurezza.',
    passkeyFailed: 'La passkey non è stata usata. Riprova.',
    otherAccount: 'Accedi con un altro account',
    help: 'Aiuto',
    privacy: 'Privacy',
    legalNotice: 'Note legali',
    reference: (requestId) => `Riferimento: ${requestId}`,
  },
  secondStep: {
    title: 'Verifica in due passaggi',
    required:
      'Qui l’accesso chiede, oltre alla password, un codice di un’app sul telefono. Configurala adesso.',
    scan: 'Inquadra questa immagine con un’app di codici (autenticatore) o scrivi la chiave nell’app. Poi inserisci il codice che mostra.',
    key: 'Chiave',
    confirm: 'Attiva',
    recoveryCodes: 'Codici di recupero',
    recoveryNote:
      'Ognuno permette di accedere una volta senza l’app. Annotali adesso: nessuno può mostrarli di nuovo.',
    copy: 'Copia',
    copied: 'Copiato',
    download: 'Scarica',
    print: 'Stampa',
    recoveryKept: 'Li ho salvati',
  },
  signedOut: {
    title: 'Disconnesso',
    note: 'La sessione nel pannello di controllo è ancora aperta. Se altre persone usano questo computer, esci anche da lì.',
    again: 'Accedi di nuovo',
  },
  errorPage: {
    tryAgain: (seconds) => `Riprova tra ${seconds} s.`,
    toPanel: 'Vai al pannello di controllo',
    note: (status, requestId) => `Errore ${status}, richiesta ${requestId}`,
  },
  mailPage: {
    needsJavaScript: (productName) =>
      `${productName} ha bisogno di JavaScript per mostrare la posta.`,
  },
  frame: {
    tooHeavy:
      'Questo messaggio è troppo pesante per essere mostrato con il suo aspetto originale. Questo è il testo semplice; il sorgente contiene tutto.',
  },
  archive: {
    fileName: 'non-incluso.txt',
    leftOut: (parts) =>
      `Parti di questo messaggio non presenti in questo archivio: ${parts.toLocaleString('it')}. Salva il messaggio per averle tutte.`,
  },
  receipt: {
    subject: (subject) => `Letto: ${subject}`,
    text: (reader, subject) =>
      `Il suo messaggio «${subject}» a ${reader} è stato visualizzato.\n\nCiò non significa che sia stato letto o compreso.\n`,
  },
  quote: {
    wrote: (date, name) => `Il ${date}, ${name} ha scritto:`,
    cut: 'Il messaggio è molto lungo; il resto non è citato',
    unknownDate: 'una data sconosciuta',
    original: 'Messaggio originale',
    subject: 'Oggetto',
    date: 'Data',
    from: 'Da',
    to: 'A',
    cc: 'Cc',
  },
  refusals: {
    framing_ambiguous: 'La richiesta non era corretta e non è stata elaborata.',
    headers_too_many: 'La richiesta aveva più intestazioni di quelle consentite.',
    path_refused: 'Questo indirizzo non è valido.',
    host_refused: 'La richiesta indicava più di un host.',
    not_found: 'A questo indirizzo non c’è niente.',
    method_not_allowed: 'Questo indirizzo non accetta questo tipo di richiesta.',
    body_too_large: 'I dati inviati sono troppo grandi.',
    body_malformed: 'Impossibile leggere la richiesta.',
    segment_missing: 'Apri la webmail dal pannello di controllo.',
    segment_malformed: 'Apri la webmail dal pannello di controllo.',
    segment_mismatch:
      'Questa pagina appartiene a un’altra sessione del pannello. Apri di nuovo la webmail dal pannello di controllo.',
    cookie_missing: 'Accedi prima al pannello di controllo.',
    cookie_malformed: 'Accedi prima al pannello di controllo.',
    session_unknown:
      'La sessione del pannello di controllo è terminata. Accedi di nuovo al pannello.',
    signature_unknown:
      'Il pannello di controllo e questa webmail non si conoscono. Avvisa l’amministrazione.',
    session_preauth: 'Completa prima l’accesso al pannello di controllo.',
    session_expired:
      'La sessione del pannello di controllo è terminata. Accedi di nuovo al pannello.',
    ip_changed: 'Il tuo indirizzo IP è cambiato. Accedi di nuovo.',
    tfa_required: 'Completa il secondo passaggio dell’accesso al pannello di controllo.',
    not_a_mailbox: 'Questo accesso al pannello non ha una casella di posta.',
    inconsistent:
      'Impossibile verificare la sessione del pannello di controllo. Accedi di nuovo al pannello.',
    panel_unavailable: 'Il pannello di controllo non risponde. Nuovo tentativo in corso.',
    not_signed_in: 'La sessione è terminata. Accedi di nuovo per continuare.',
    session_replaced: 'In questo browser un altro accesso ha preso il posto di questo.',
    token_mismatch: 'Impossibile verificare la richiesta. Ricarica la pagina e riprova.',
    cookie_needs_tls:
      'Questa pagina è stata aperta senza cifratura e così non si può accedere. Aprila con https:// davanti.',
    origin_refused: 'La richiesta veniva da un altro sito ed è stata rifiutata.',
    sign_in_failed: 'Accesso non riuscito. Controlla l’indirizzo e la password.',
    other_signed_in:
      'In questo browser qualcuno ha già effettuato l’accesso in un’altra scheda. Accedendo qui ne prendi il posto; nell’altra scheda bisognerà accedere di nuovo.',
    sign_in_locked: 'Troppi tentativi falliti. Attendi un po’ e riprova.',
    sign_in_busy: 'Sono in corso troppi accessi a questa casella. Attendi un po’ e riprova.',
    second_factor_wrong: 'Questo codice non è giusto o è già stato usato. Aspetta il prossimo.',
    second_factor_expired: 'Ci è voluto troppo tempo. Ricomincia.',
    second_factor_exists: 'I codici sono già configurati. Disattivali prima.',
    second_factor_unreadable:
      'I tuoi codici non possono essere verificati. Avvisa l’amministratore.',
    second_factor_needed:
      'L’accesso chiede un secondo passaggio oltre alla password. Accedi dalla pagina web.',
    passkey_refused: 'Non è stato possibile usare questa passkey. Riprova.',
    passkeys_full: 'Ci sono già tante passkey quante consentite. Rimuovine prima una.',
    passkeys_unavailable: 'A questo indirizzo non si possono usare passkey.',
    second_factor_required:
      'Qui è obbligatorio un secondo passaggio e non è ancora configurato. Accedi dalla pagina web per configurarlo.',
    password_wrong: 'La password attuale non è giusta.',
    password_too_short: 'La nuova password è troppo corta.',
    password_not_accepted: 'La nuova password non è stata accettata. Scegline un’altra.',
    password_change_failed:
      'Non è stato possibile cambiare la password. Se in seguito l’accesso non riesce, prova anche quella nuova.',
    input_invalid: 'Richiesta non comprensibile.',
    mailbox_not_found: 'Questa cartella non esiste più.',
    mailbox_exists: 'Esiste già una cartella con questo nome.',
    mailbox_refused: 'Il server di posta non lo consente per questa cartella.',
    mailbox_damaged:
      'Il server di posta segnala che questa cartella è danneggiata. Avvisa l’amministrazione.',
    message_unreadable: 'Il server di posta non riesce a leggere questo messaggio.',
    mail_refused: 'Il server di posta ha rifiutato senza un motivo che si possa mostrare.',
    mail_not_understood: 'Il server di posta non ha capito la richiesta. Avvisa l’amministrazione.',
    trash_missing: 'Non c’è un cestino. Non è stato eliminato nulla.',
    delete_unconfirmed:
      'Qui i messaggi vengono eliminati definitivamente. Non è stato ancora eliminato nulla; riprova.',
    folder_name_invalid: 'Una cartella non può chiamarsi così.',
    too_many_messages: 'Sono troppi messaggi in una volta. Restringi la ricerca.',
    mailbox_replaced:
      'Questa cartella è stata sostituita da una nuova con lo stesso nome. Non è stato fatto nulla; guarda di nuovo.',
    message_not_found: 'Questo messaggio non esiste più.',
    recipient_invalid: 'Uno degli indirizzi non è valido.',
    recipients_too_many: 'Questo messaggio ha più destinatari di quelli consentiti.',
    recipient_refused:
      'Il server di posta non accetta uno dei destinatari. Non è stato inviato nulla.',
    recipient_deferred:
      'Il server di posta al momento non accetta uno dei destinatari. Non è stato inviato nulla.',
    sender_unknown:
      'Il tuo nome utente non ha un dominio di posta, quindi non si può inviare nulla. Avvisa l’amministrazione.',
    address_not_allowed: 'Non puoi scrivere con questo indirizzo.',
    attachments_gone:
      'Ciò che è allegato era in un messaggio o in una bozza eliminati o spostati altrove. Rimuovilo qui e allegalo di nuovo.',
    identity_gone: 'Questa identità è stata rimossa. Scegline un’altra.',
    template_gone: 'Nel frattempo questo modello è stato rimosso.',
    settings_full: 'Non c’è più spazio per le tue impostazioni.',
    send_deferred:
      'Il server di posta al momento non accetta questo messaggio. Non è stato inviato nulla.',
    send_rejected: 'Il server di posta non ha accettato questo messaggio.',
    send_uncertain: 'Non è certo che questo messaggio sia stato consegnato.',
    already_sent: 'Questo messaggio è stato inviato com’era prima della modifica.',
    not_sent: 'Non risulta che questo messaggio sia stato inviato.',
    over_quota: 'La casella di posta è piena.',
    contact_not_found: 'Questo contatto non esiste più.',
    contact_changed:
      'Un contatto è stato modificato altrove. Non è stato fatto nulla; guarda di nuovo.',
    contact_too_large: 'È troppo per un solo contatto.',
    group_exists: 'Esiste già un gruppo con questo nome.',
    contacts_full: 'Non c’è spazio per altri contatti. Non è stato salvato nulla.',
    contact_file_unreadable:
      'Questo file non contiene contatti leggibili. Si possono importare vCard (.vcf), CSV e LDIF.',
    contact_file_too_large: 'Questo file contiene troppi contatti. Non è stato importato nulla.',
    address_book_unavailable:
      'Il server della rubrica non risponde. Nulla è stato modificato; ciò che ha inserito è ancora qui.',
    address_book_refused:
      'Il server della rubrica non accetta la sua password o non permette la modifica. Nulla è stato modificato; ciò che ha inserito è ancora qui.',
    address_book_partly_saved:
      'Il server della rubrica non ha accettato tutto: una parte dei contatti è salvata, una parte no.',
    photo_unreadable: 'Questa immagine non si può usare per un contatto.',
    store_unavailable: 'Impossibile leggere la sessione. Nuovo tentativo in corso.',
    mail_unavailable: 'Il server di posta al momento non risponde. Nuovo tentativo in corso.',
    mail_busy: 'Il server di posta è occupato. Nuovo tentativo in corso.',
    mail_answer_too_large:
      'Il server di posta ha inviato una risposta troppo grande per essere letta.',
    mail_timeout: 'Il server di posta ha impiegato troppo tempo a rispondere.',
    upstream_unavailable: 'Il servizio dietro questo indirizzo non risponde.',
    timed_out: 'Ci è voluto troppo tempo ed è stato fermato.',
    shutting_down: 'Il servizio si sta riavviando. Nuovo tentativo in corso.',
    internal: 'Qualcosa è andato storto da parte nostra.',
  },
  refusalsAbout: {
    folder_name_invalid: (signs) => `Il nome di una cartella non può contenere ${signs}`,
    mailbox_refused: (mailbox) =>
      `Il server di posta non lo consente per la cartella «${mailbox}».`,
    address_book_partly_saved: (names) =>
      `Il server della rubrica non ha accettato tutto: una parte dei contatti è salvata. Non salvati: ${names}`,
    password_not_accepted: (reason) => `La nuova password non è stata accettata: ${reason}`,
    recipient_invalid: (recipient) => `Questo indirizzo non è valido: ${recipient}`,
    recipients_too_many: (limit) => `Un messaggio può avere al massimo ${limit} destinatari.`,
    recipient_refused: (recipient) =>
      `Il server di posta non accetta ${recipient} come destinatario. Non è stato inviato nulla.`,
    recipient_deferred: (recipient) =>
      `Il server di posta al momento non accetta ${recipient} come destinatario. Non è stato inviato nulla.`,
    address_not_allowed: (address) => `Non puoi scrivere come ${address}.`,
  },
}
