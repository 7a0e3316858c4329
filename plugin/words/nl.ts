import type { TranslatedWords } from './server-words.ts'

/** What the server says itself, in Dutch. */
export const nl: TranslatedWords = {
  signIn: {
    title: (productName) => `Aanmelden - ${productName}`,
    address: 'E-mailadres',
    password: 'Wachtwoord',
    submit: 'Aanmelden',
    mailAway: 'De mailserver antwoordt nu niet. Wacht even en probeer het opnieuw.',
    mailBusy: 'De mailserver is bezet. Wacht even en probeer het opnieuw.',
    mailSlow: 'De mailserver neemt de tijd. Even wachten.',
    code: 'Code',
    codeNote: 'De code die je app toont, of een van je herstelcodes.',
    passkey: 'Een passkey gebruiken',
    passkeyNote: 'Bevestig met je passkey: vingerafdruk, gezicht, pincode of beveiligingssleutel.',
    passkeyFailed: 'De passkey is niet gebruikt. Probeer het opnieuw.',
    otherAccount: 'Als iemand anders aanmelden',
    help: 'Help',
    privacy: 'Privacy',
    legalNotice: 'Juridische informatie',
    reference: (requestId) => `Referentie: ${requestId}`,
  },
  secondStep: {
    title: 'Tweestapsverificatie',
    required:
      'Aanmelden vraagt hier naast het wachtwoord om een code van een app op je telefoon. Stel die nu in.',
    scan: 'Scan deze afbeelding met een app voor codes (authenticator) of typ de sleutel daar in. Voer dan de code in die de app toont.',
    key: 'Sleutel',
    confirm: 'Aanzetten',
    recoveryCodes: 'Herstelcodes',
    recoveryNote:
      'Elk ervan meldt je één keer aan zonder de app. Schrijf ze nu op: niemand kan ze opnieuw tonen.',
    copy: 'Kopiëren',
    copied: 'Gekopieerd',
    download: 'Downloaden',
    print: 'Afdrukken',
    recoveryKept: 'Ik heb ze opgeslagen',
  },
  signedOut: {
    title: 'Afgemeld',
    note: 'U bent nog aangemeld bij het configuratiescherm. Als anderen deze computer gebruiken, meldt u zich daar dan ook af.',
    again: 'Opnieuw aanmelden',
  },
  errorPage: {
    tryAgain: (seconds) => `Probeer het over ${seconds} s opnieuw.`,
    toPanel: 'Naar het configuratiescherm',
    note: (status, requestId) => `Fout ${status}, verzoek ${requestId}`,
  },
  mailPage: {
    needsJavaScript: (productName) =>
      `${productName} heeft JavaScript nodig om je e-mail te tonen.`,
  },
  frame: {
    tooHeavy:
      'Dit bericht is te zwaar voor de oorspronkelijke weergave. Dit is de platte tekst; de bron bevat alles.',
  },
  archive: {
    fileName: 'niet-opgenomen.txt',
    leftOut: (parts) =>
      `Delen van dit bericht die niet in dit archief staan: ${parts.toLocaleString('nl')}. Sla het bericht op om alles te hebben.`,
  },
  receipt: {
    subject: (subject) => `Gelezen: ${subject}`,
    text: (reader, subject) =>
      `Uw bericht “${subject}” aan ${reader} is weergegeven.\n\nDat betekent niet dat het is gelezen of begrepen.\n`,
  },
  quote: {
    wrote: (date, name) => `Op ${date} schreef ${name}:`,
    cut: 'Het bericht is erg lang; de rest is niet geciteerd',
    unknownDate: 'een onbekende datum',
    original: 'Oorspronkelijk bericht',
    subject: 'Onderwerp',
    date: 'Datum',
    from: 'Van',
    to: 'Aan',
    cc: 'Cc',
  },
  refusals: {
    framing_ambiguous: 'Het verzoek was onjuist en is niet verwerkt.',
    headers_too_many: 'Het verzoek had meer headers dan toegestaan.',
    path_refused: 'Dit adres is ongeldig.',
    host_refused: 'Het verzoek noemde meer dan één host.',
    not_found: 'Op dit adres is niets.',
    method_not_allowed: 'Dit adres accepteert dit soort verzoeken niet.',
    body_too_large: 'Wat je hebt verzonden is te groot.',
    body_malformed: 'Het verzoek kon niet worden gelezen.',
    segment_missing: 'Open de webmail vanuit je configuratiescherm.',
    segment_malformed: 'Open de webmail vanuit je configuratiescherm.',
    segment_mismatch:
      'Deze pagina hoort bij een andere sessie van het configuratiescherm. Open de webmail daar opnieuw.',
    cookie_missing: 'Meld je eerst aan bij je configuratiescherm.',
    cookie_malformed: 'Meld je eerst aan bij je configuratiescherm.',
    session_unknown: 'Je sessie van het configuratiescherm is beëindigd. Meld je daar opnieuw aan.',
    signature_unknown:
      'Je configuratiescherm en deze webmail kennen elkaar niet. Meld het aan de beheerder.',
    session_preauth: 'Voltooi eerst het aanmelden bij je configuratiescherm.',
    session_expired: 'Je sessie van het configuratiescherm is beëindigd. Meld je daar opnieuw aan.',
    ip_changed: 'Je IP-adres is gewijzigd. Meld je opnieuw aan.',
    tfa_required: 'Voltooi de tweede stap van het aanmelden bij je configuratiescherm.',
    not_a_mailbox: 'Deze aanmelding heeft geen postvak.',
    inconsistent:
      'Je sessie van het configuratiescherm kon niet worden gecontroleerd. Meld je daar opnieuw aan.',
    panel_unavailable: 'Het configuratiescherm antwoordt niet. Er wordt opnieuw geprobeerd.',
    not_signed_in: 'Je sessie is beëindigd. Meld je opnieuw aan om verder te gaan.',
    session_replaced: 'Een andere aanmelding heeft in deze browser de plaats van deze ingenomen.',
    token_mismatch:
      'Het verzoek kon niet worden gecontroleerd. Laad de pagina opnieuw en probeer het nog eens.',
    cookie_needs_tls:
      'Deze pagina is zonder versleuteling geopend en zo kun je je niet aanmelden. Open haar met https:// ervoor.',
    origin_refused: 'Het verzoek kwam van een andere site en is geweigerd.',
    sign_in_failed: 'Aanmelden mislukt. Controleer het adres en het wachtwoord.',
    other_signed_in:
      'In deze browser is al iemand aangemeld, in een ander tabblad. Wie zich hier aanmeldt neemt die plaats in; in het andere tabblad is dan een nieuwe aanmelding nodig.',
    sign_in_locked: 'Te veel mislukte pogingen. Wacht even en probeer het opnieuw.',
    sign_in_busy:
      'Er lopen te veel aanmeldingen bij dit postvak. Wacht even en probeer het opnieuw.',
    second_factor_wrong: 'Deze code klopt niet of is al gebruikt. Wacht op de volgende.',
    second_factor_expired: 'Dit duurde te lang. Begin opnieuw.',
    second_factor_exists: 'Codes zijn al ingesteld. Zet ze eerst uit.',
    second_factor_unreadable: 'Je codes kunnen niet worden gecontroleerd. Meld het de beheerder.',
    second_factor_needed:
      'Aanmelden vraagt naast het wachtwoord om een tweede stap. Meld je aan op de webpagina.',
    passkey_refused: 'Deze passkey kon niet worden gebruikt. Probeer het opnieuw.',
    passkeys_full: 'Er zijn al zoveel passkeys als toegestaan. Verwijder er eerst een.',
    passkeys_unavailable: 'Op dit adres kunnen geen passkeys worden gebruikt.',
    second_factor_required:
      'Een tweede stap is hier verplicht en nog niet ingesteld. Meld je aan op de webpagina om die in te stellen.',
    password_wrong: 'Het huidige wachtwoord klopt niet.',
    password_too_short: 'Het nieuwe wachtwoord is te kort.',
    password_not_accepted: 'Het nieuwe wachtwoord is niet aangenomen. Kies een ander.',
    password_change_failed:
      'Het wachtwoord kon niet worden gewijzigd. Lukt het aanmelden later niet, probeer dan ook het nieuwe.',
    input_invalid: 'Het verzoek is niet begrepen.',
    mailbox_not_found: 'Deze map bestaat niet meer.',
    mailbox_exists: 'Er is al een map met deze naam.',
    mailbox_refused: 'De mailserver staat dit voor deze map niet toe.',
    mailbox_damaged: 'De mailserver meldt dat deze map beschadigd is. Meld het aan de beheerder.',
    message_unreadable: 'De mailserver kan dit bericht niet lezen.',
    mail_refused: 'De mailserver heeft dit geweigerd zonder reden die kan worden getoond.',
    mail_not_understood: 'De mailserver begreep het verzoek niet. Meld het aan de beheerder.',
    trash_missing: 'Er is geen prullenbak. Er is niets verwijderd.',
    delete_unconfirmed:
      'Hier worden berichten definitief verwijderd. Er is nog niets verwijderd; probeer het opnieuw.',
    folder_name_invalid: 'Zo kan een map niet heten.',
    too_many_messages: 'Dit zijn te veel berichten tegelijk. Beperk de zoekopdracht.',
    mailbox_replaced:
      'Deze map is vervangen door een nieuwe met dezelfde naam. Er is niets gedaan; kijk opnieuw.',
    message_not_found: 'Dit bericht bestaat niet meer.',
    recipient_invalid: 'Een van de adressen is ongeldig.',
    recipients_too_many: 'Dit bericht heeft meer ontvangers dan is toegestaan.',
    recipient_refused:
      'De mailserver accepteert een van de ontvangers niet. Er is niets verzonden.',
    recipient_deferred:
      'De mailserver accepteert een van de ontvangers nu niet. Er is niets verzonden.',
    sender_unknown:
      'Je aanmeldnaam heeft geen maildomein, dus er kan niets worden verzonden. Meld het aan de beheerder.',
    address_not_allowed: 'Je mag niet onder dit adres schrijven.',
    attachments_gone:
      'Wat is bijgevoegd, zat in een bericht of concept dat elders is verwijderd of verplaatst. Verwijder het hier en voeg het opnieuw toe.',
    identity_gone: 'Deze identiteit is verwijderd. Kies een andere.',
    template_gone: 'Dit sjabloon is intussen verwijderd.',
    settings_full: 'Er is geen ruimte voor meer instellingen.',
    send_deferred: 'De mailserver accepteert dit bericht nu niet. Er is niets verzonden.',
    send_rejected: 'De mailserver heeft dit bericht niet geaccepteerd.',
    send_uncertain: 'Het is niet zeker of dit bericht is bezorgd.',
    already_sent: 'Dit bericht is verzonden zoals het was voor de wijziging.',
    not_sent: 'Van dit bericht is niet bekend dat het is verzonden.',
    over_quota: 'Het postvak is vol.',
    contact_not_found: 'Dit contact bestaat niet meer.',
    contact_changed: 'Een contact is intussen elders gewijzigd. Er is niets gedaan; kijk opnieuw.',
    contact_too_large: 'Dit is te veel voor één contact.',
    group_exists: 'Er is al een groep met deze naam.',
    contacts_full: 'Er is geen ruimte voor meer contacten. Er is niets bewaard.',
    contact_file_unreadable:
      'Dit bestand heeft geen leesbare contacten. vCard (.vcf), CSV en LDIF kunnen worden geïmporteerd.',
    contact_file_too_large: 'Dit bestand heeft te veel contacten. Er is niets geïmporteerd.',
    address_book_unavailable:
      'De server van het adresboek antwoordt niet. Er is niets gewijzigd; wat u hebt ingevoerd staat er nog.',
    address_book_refused:
      'De server van het adresboek accepteert uw wachtwoord niet of staat de wijziging niet toe. Er is niets gewijzigd; wat u hebt ingevoerd staat er nog.',
    address_book_partly_saved:
      'De server van het adresboek heeft niet alles aangenomen: een deel van de contacten is opgeslagen, een deel niet.',
    photo_unreadable: 'Deze afbeelding kan niet voor een contact worden gebruikt.',
    store_unavailable: 'Je sessie kon niet worden gelezen. Er wordt opnieuw geprobeerd.',
    mail_unavailable: 'De mailserver antwoordt nu niet. Er wordt opnieuw geprobeerd.',
    mail_busy: 'De mailserver is bezet. Er wordt opnieuw geprobeerd.',
    mail_answer_too_large: 'De mailserver stuurde een antwoord dat te groot is om te lezen.',
    mail_timeout: 'De mailserver deed er te lang over om te antwoorden.',
    upstream_unavailable: 'De dienst achter dit adres antwoordt niet.',
    timed_out: 'Dit duurde te lang en is gestopt.',
    shutting_down: 'De dienst start opnieuw. Er wordt opnieuw geprobeerd.',
    internal: 'Er ging iets mis aan onze kant.',
  },
  refusalsAbout: {
    folder_name_invalid: (signs) => `De naam van een map kan dit niet bevatten: ${signs}`,
    mailbox_refused: (mailbox) => `De mailserver staat dit voor de map ‘${mailbox}’ niet toe.`,
    address_book_partly_saved: (names) =>
      `De server van het adresboek heeft niet alles aangenomen: een deel van de contacten is opgeslagen. Niet opgeslagen: ${names}`,
    password_not_accepted: (reason) => `Het nieuwe wachtwoord is niet aangenomen: ${reason}`,
    recipient_invalid: (recipient) => `Dit is geen geldig adres: ${recipient}`,
    recipients_too_many: (limit) => `Een bericht kan hoogstens ${limit} ontvangers hebben.`,
    recipient_refused: (recipient) =>
      `De mailserver accepteert ${recipient} niet als ontvanger. Er is niets verzonden.`,
    recipient_deferred: (recipient) =>
      `De mailserver accepteert ${recipient} nu niet als ontvanger. Er is niets verzonden.`,
    address_not_allowed: (address) => `Je mag niet schrijven als ${address}.`,
  },
}
