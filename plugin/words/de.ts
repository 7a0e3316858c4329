import type { TranslatedWords } from './server-words.ts'

/** What the server says itself, in German. */
export const de: TranslatedWords = {
  signIn: {
    title: (productName) => `Anmelden - ${productName}`,
    address: 'E-Mail-Adresse',
    password: 'Passwort',
    submit: 'Anmelden',
    mailAway:
      'Der Mailserver antwortet gerade nicht. Bitte etwas warten und noch einmal versuchen.',
    mailBusy: 'Der Mailserver ist ausgelastet. Bitte etwas warten und noch einmal versuchen.',
    mailSlow: 'Der Mailserver lässt sich Zeit. Bitte warten.',
    code: 'Code',
    codeNote: 'Der Code, den die App zeigt, oder einer der Ersatzcodes.',
    passkey: 'Passkey verwenden',
    passkeyNote:
      'Mit dem Passkey bestätigen: Fingerabdruck, Gesicht, PIN oder Sicherheitsschlüssel.',
    passkeyFailed: 'Der Passkey wurde nicht verwendet. Bitte noch einmal versuchen.',
    otherAccount: 'Unter anderem Namen anmelden',
    help: 'Hilfe',
    privacy: 'Datenschutz',
    legalNotice: 'Impressum',
    reference: (requestId) => `Referenz: ${requestId}`,
  },
  secondStep: {
    title: 'Zwei-Faktor-Authentifizierung',
    required:
      'Die Anmeldung verlangt hier neben dem Passwort einen Code aus einer App auf dem Telefon. Bitte jetzt einrichten.',
    scan: 'Dieses Bild mit einer App für Codes (Authenticator) scannen oder den Schlüssel dort eintippen. Dann den Code eingeben, den sie zeigt.',
    key: 'Schlüssel',
    confirm: 'Einschalten',
    recoveryCodes: 'Ersatzcodes',
    recoveryNote:
      'Jeder davon meldet einmal ohne die App an. Jetzt aufschreiben: Niemand kann sie noch einmal zeigen.',
    copy: 'Kopieren',
    copied: 'Kopiert',
    download: 'Herunterladen',
    print: 'Drucken',
    recoveryKept: 'Ich habe sie gesichert',
  },
  signedOut: {
    title: 'Abgemeldet',
    note: 'Am Control-Panel sind Sie noch angemeldet. Wenn andere diesen Computer benutzen, melden Sie sich auch dort ab.',
    again: 'Wieder anmelden',
  },
  errorPage: {
    tryAgain: (seconds) =>
      `Bitte in ${seconds === 1 ? 'einer Sekunde' : `${seconds} Sekunden`} noch einmal versuchen.`,
    toPanel: 'Zum Control-Panel',
    note: (status, requestId) => `Fehler ${status}, Anfrage ${requestId}`,
  },
  mailPage: {
    needsJavaScript: (productName) => `${productName} braucht JavaScript, um E-Mails anzuzeigen.`,
  },
  frame: {
    tooHeavy:
      'Diese Nachricht ist zu aufwendig, um sie im Original anzuzeigen. Das ist ihr reiner Text; der Quelltext enthält alles.',
  },
  archive: {
    fileName: 'nicht-enthalten.txt',
    leftOut: (parts) =>
      parts === 1
        ? '1 weiterer Teil dieser Nachricht ist nicht in diesem Archiv. Wer ihn braucht, speichert die ganze Nachricht.'
        : `${parts.toLocaleString('de')} weitere Teile dieser Nachricht sind nicht in diesem Archiv. Wer sie braucht, speichert die ganze Nachricht.`,
  },
  receipt: {
    subject: (subject) => `Gelesen: ${subject}`,
    text: (reader, subject) =>
      `Ihre Nachricht „${subject}“ an ${reader} wurde angezeigt.\n\nDas heißt nicht, dass sie gelesen oder verstanden wurde.\n`,
  },
  quote: {
    wrote: (date, name) => `Am ${date} schrieb ${name}:`,
    cut: 'Die Nachricht ist sehr lang; der Rest ist nicht zitiert',
    unknownDate: 'unbekanntem Datum',
    original: 'Ursprüngliche Nachricht',
    subject: 'Betreff',
    date: 'Datum',
    from: 'Von',
    to: 'An',
    cc: 'Kopie',
  },
  refusals: {
    framing_ambiguous: 'Die Anfrage war fehlerhaft und wurde nicht ausgeführt.',
    headers_too_many: 'Die Anfrage hatte mehr Kopfzeilen als erlaubt.',
    path_refused: 'Diese Adresse ist ungültig.',
    host_refused: 'Die Anfrage nannte mehr als einen Host.',
    not_found: 'Unter dieser Adresse gibt es nichts.',
    method_not_allowed: 'Diese Adresse nimmt solche Anfragen nicht an.',
    body_too_large: 'Die gesendeten Daten sind zu groß.',
    body_malformed: 'Die Anfrage konnte nicht gelesen werden.',
    segment_missing: 'Bitte Webmail über das Control-Panel öffnen.',
    segment_malformed: 'Bitte Webmail über das Control-Panel öffnen.',
    segment_mismatch:
      'Diese Seite gehört zu einer anderen Sitzung des Control-Panels. Bitte Webmail von dort noch einmal öffnen.',
    cookie_missing: 'Bitte zuerst am Control-Panel anmelden.',
    cookie_malformed: 'Bitte zuerst am Control-Panel anmelden.',
    session_unknown: 'Die Sitzung am Control-Panel ist beendet. Bitte dort wieder anmelden.',
    signature_unknown:
      'Control-Panel und Webmail kennen einander nicht. Bitte die Administration benachrichtigen.',
    session_preauth: 'Bitte zuerst die Anmeldung am Control-Panel abschließen.',
    session_expired: 'Die Sitzung am Control-Panel ist beendet. Bitte dort wieder anmelden.',
    ip_changed: 'Die IP-Adresse hat sich geändert. Bitte noch einmal anmelden.',
    tfa_required: 'Bitte den zweiten Schritt der Anmeldung am Control-Panel abschließen.',
    not_a_mailbox: 'Zu dieser Anmeldung am Control-Panel gehört kein Postfach.',
    inconsistent:
      'Die Sitzung am Control-Panel konnte nicht geprüft werden. Bitte dort wieder anmelden.',
    panel_unavailable: 'Das Control-Panel antwortet nicht. Neuer Versuch läuft.',
    not_signed_in: 'Die Sitzung ist beendet. Bitte wieder anmelden.',
    session_replaced: 'In diesem Browser wurde inzwischen eine andere Anmeldung vorgenommen.',
    token_mismatch:
      'Die Anfrage konnte nicht geprüft werden. Bitte die Seite neu laden und noch einmal versuchen.',
    cookie_needs_tls:
      'Diese Seite wurde ohne Verschlüsselung geöffnet, so ist keine Anmeldung möglich. Bitte mit https:// am Anfang öffnen.',
    origin_refused: 'Die Anfrage kam von einer anderen Website und wurde abgelehnt.',
    sign_in_failed: 'Anmeldung fehlgeschlagen. Bitte Adresse und Passwort prüfen.',
    other_signed_in:
      'In diesem Browser ist in einem anderen Tab schon jemand angemeldet. Eine Anmeldung hier löst jene ab; im anderen Tab ist dann eine neue nötig.',
    sign_in_locked: 'Zu viele Fehlversuche. Bitte etwas warten und noch einmal versuchen.',
    sign_in_busy:
      'Für dieses Postfach laufen zu viele Anmeldungen. Bitte etwas warten und noch einmal versuchen.',
    second_factor_wrong:
      'Dieser Code stimmt nicht oder wurde schon verwendet. Bitte auf den nächsten warten.',
    second_factor_expired: 'Das hat zu lange gedauert. Bitte von vorn beginnen.',
    second_factor_exists: 'Codes sind schon eingerichtet. Bitte zuerst ausschalten.',
    second_factor_unreadable:
      'Die Codes lassen sich nicht prüfen. Bitte die Administration informieren.',
    second_factor_needed:
      'Die Anmeldung verlangt neben dem Passwort einen zweiten Schritt. Bitte auf der Webseite anmelden.',
    passkey_refused: 'Dieser Passkey ließ sich nicht verwenden. Bitte noch einmal versuchen.',
    passkeys_full: 'Es gibt schon so viele Passkeys wie erlaubt. Bitte zuerst einen entfernen.',
    passkeys_unavailable: 'Unter dieser Adresse lassen sich keine Passkeys verwenden.',
    second_factor_required:
      'Hier ist ein zweiter Schritt vorgeschrieben, und noch ist keiner eingerichtet. Bitte auf der Webseite anmelden und ihn einrichten.',
    password_wrong: 'Das jetzige Passwort stimmt nicht.',
    password_too_short: 'Das neue Passwort ist zu kurz.',
    password_not_accepted: 'Das neue Passwort wurde nicht angenommen. Bitte ein anderes wählen.',
    password_change_failed:
      'Das Passwort konnte nicht geändert werden. Falls die Anmeldung später scheitert, bitte auch das neue versuchen.',
    input_invalid: 'Die Anfrage wurde nicht verstanden.',
    mailbox_not_found: 'Diesen Ordner gibt es nicht mehr.',
    mailbox_exists: 'Einen Ordner mit diesem Namen gibt es schon.',
    mailbox_refused: 'Der Mailserver erlaubt das für diesen Ordner nicht.',
    mailbox_damaged:
      'Der Mailserver meldet, dass dieser Ordner beschädigt ist. Bitte die Administration benachrichtigen.',
    message_unreadable: 'Der Mailserver kann diese Nachricht nicht lesen.',
    mail_refused: 'Der Mailserver hat das abgelehnt, ohne einen Grund zu nennen.',
    mail_not_understood:
      'Der Mailserver hat die Anfrage nicht verstanden. Bitte die Administration benachrichtigen.',
    trash_missing: 'Es gibt keinen Papierkorb. Nichts wurde gelöscht.',
    delete_unconfirmed:
      'Hier werden Nachrichten endgültig gelöscht. Noch ist nichts gelöscht; bitte noch einmal versuchen.',
    folder_name_invalid: 'So kann ein Ordner nicht heißen.',
    too_many_messages: 'Das sind zu viele Nachrichten auf einmal. Bitte die Suche eingrenzen.',
    mailbox_replaced:
      'Dieser Ordner wurde durch einen neuen gleichen Namens ersetzt. Nichts wurde geändert; bitte neu ansehen.',
    message_not_found: 'Diese Nachricht gibt es nicht mehr.',
    recipient_invalid: 'Eine der Adressen ist ungültig.',
    recipients_too_many: 'Diese Nachricht hat mehr Empfänger als erlaubt.',
    recipient_refused: 'Der Mailserver nimmt einen der Empfänger nicht an. Nichts wurde gesendet.',
    recipient_deferred:
      'Der Mailserver nimmt einen der Empfänger gerade nicht an. Nichts wurde gesendet.',
    sender_unknown:
      'Zum Anmeldenamen gehört keine Maildomain, daher kann nichts gesendet werden. Bitte die Administration benachrichtigen.',
    address_not_allowed: 'Diese Absenderadresse ist nicht erlaubt.',
    attachments_gone:
      'Was angehängt ist, war in einer Nachricht oder einem Entwurf, die anderswo gelöscht oder verschoben wurden. Bitte hier entfernen und neu anhängen.',
    identity_gone: 'Diese Identität wurde entfernt. Bitte eine andere wählen.',
    template_gone: 'Diese Vorlage wurde inzwischen entfernt.',
    settings_full: 'Für weitere Einstellungen ist kein Platz.',
    send_deferred: 'Der Mailserver nimmt diese Nachricht gerade nicht an. Nichts wurde gesendet.',
    send_rejected: 'Der Mailserver hat diese Nachricht nicht angenommen.',
    send_uncertain: 'Es ist nicht sicher, ob diese Nachricht zugestellt wurde.',
    already_sent: 'Diese Nachricht wurde schon in der Fassung vor der Änderung gesendet.',
    not_sent: 'Nicht bekannt, dass diese Nachricht gesendet wurde.',
    over_quota: 'Das Postfach ist voll.',
    contact_not_found: 'Diesen Kontakt gibt es nicht mehr.',
    contact_changed:
      'Ein Kontakt wurde inzwischen an anderer Stelle geändert. Nichts wurde getan; bitte neu ansehen.',
    contact_too_large: 'Das ist zu viel für einen Kontakt.',
    group_exists: 'Eine Gruppe mit diesem Namen gibt es schon.',
    contacts_full: 'Für weitere Kontakte ist kein Platz. Nichts wurde gespeichert.',
    contact_file_unreadable:
      'In dieser Datei sind keine lesbaren Kontakte. Importiert werden können vCard (.vcf), CSV und LDIF.',
    contact_file_too_large: 'In dieser Datei sind zu viele Kontakte. Nichts wurde importiert.',
    address_book_unavailable:
      'Der Server des Adressbuchs antwortet nicht. Nichts wurde geändert; was Sie eingegeben haben, ist noch da.',
    address_book_refused:
      'Der Server des Adressbuchs nimmt Ihr Passwort nicht an oder lässt die Änderung nicht zu. Nichts wurde geändert; was Sie eingegeben haben, ist noch da.',
    address_book_partly_saved:
      'Der Server des Adressbuchs hat nicht alles angenommen: Ein Teil der Kontakte ist gespeichert, ein Teil nicht.',
    photo_unreadable: 'Dieses Bild kann nicht für einen Kontakt verwendet werden.',
    store_unavailable: 'Die Sitzung ist gerade nicht lesbar. Neuer Versuch läuft.',
    mail_unavailable: 'Der Mailserver antwortet gerade nicht. Neuer Versuch läuft.',
    mail_busy: 'Der Mailserver ist ausgelastet. Neuer Versuch läuft.',
    mail_answer_too_large: 'Der Mailserver hat eine zu große Antwort gesendet.',
    mail_timeout: 'Der Mailserver hat zu lange nicht geantwortet.',
    upstream_unavailable: 'Der Dienst hinter dieser Adresse antwortet nicht.',
    timed_out: 'Das hat zu lange gedauert und wurde abgebrochen.',
    shutting_down: 'Der Dienst startet neu. Neuer Versuch läuft.',
    internal: 'Bei uns ist etwas schiefgegangen.',
  },
  refusalsAbout: {
    folder_name_invalid: (signs) => `Der Name eines Ordners darf dies nicht enthalten: ${signs}`,
    mailbox_refused: (mailbox) => `Der Mailserver erlaubt das für den Ordner „${mailbox}“ nicht.`,
    address_book_partly_saved: (names) =>
      `Der Server des Adressbuchs hat nicht alles angenommen: Ein Teil der Kontakte ist gespeichert. Nicht gespeichert: ${names}`,
    password_not_accepted: (reason) => `Das neue Passwort wurde nicht angenommen: ${reason}`,
    recipient_invalid: (recipient) => `Keine gültige Adresse: ${recipient}`,
    recipients_too_many: (limit) => `Eine Nachricht kann höchstens ${limit} Empfänger haben.`,
    recipient_refused: (recipient) =>
      `Der Mailserver nimmt ${recipient} als Empfänger nicht an. Nichts wurde gesendet.`,
    recipient_deferred: (recipient) =>
      `Der Mailserver nimmt ${recipient} als Empfänger gerade nicht an. Nichts wurde gesendet.`,
    address_not_allowed: (address) => `${address} ist als Absenderadresse nicht erlaubt.`,
  },
}
