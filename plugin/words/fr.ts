import type { TranslatedWords } from './server-words.ts'

/** What the server says itself, in French. */
export const fr: TranslatedWords = {
  signIn: {
    title: (productName) => `Connexion - ${productName}`,
    address: 'Adresse e-mail',
    password: 'Mot de passe',
    submit: 'Se connecter',
    mailAway: 'Le serveur de messagerie ne répond pas. Attendez un peu et réessayez.',
    mailBusy: 'Le serveur de messagerie est occupé. Attendez un peu et réessayez.',
    mailSlow: 'Le serveur de messagerie prend son temps. Veuillez patienter.',
    code: 'Code',
    codeNote: 'Le code affiché par votre application, ou l’un de vos codes de secours.',
    passkey: 'Utiliser une clé d’accès',
    passkeyNote:
      'Confirmez avec votre clé d’accès : empreinte, visage, code PIN ou clé de sécurité.',
    passkeyFailed: 'La clé d’accès n’a pas été utilisée. Réessayez.',
    otherAccount: 'Se connecter avec un autre compte',
    help: 'Aide',
    privacy: 'Confidentialité',
    legalNotice: 'Mentions légales',
    reference: (requestId) => `Référence : ${requestId}`,
  },
  secondStep: {
    title: 'Authentification à deux facteurs',
    required:
      'La connexion demande ici, outre le mot de passe, un code d’une application de votre téléphone. Configurez-la maintenant.',
    scan: 'Scannez cette image avec une application de codes (authentificateur), ou tapez-y la clé. Saisissez ensuite le code qu’elle affiche.',
    key: 'Clé',
    confirm: 'Activer',
    recoveryCodes: 'Codes de secours',
    recoveryNote:
      'Chacun permet de se connecter une fois sans l’application. Notez-les maintenant : personne ne pourra les montrer à nouveau.',
    copy: 'Copier',
    copied: 'Copié',
    download: 'Télécharger',
    print: 'Imprimer',
    recoveryKept: 'Je les ai enregistrés',
  },
  signedOut: {
    title: 'Déconnecté',
    note: 'Vous êtes toujours connecté au panneau de contrôle. Si d’autres personnes utilisent cet ordinateur, déconnectez-vous aussi là-bas.',
    again: 'Se reconnecter',
  },
  errorPage: {
    tryAgain: (seconds) =>
      `Veuillez réessayer dans ${seconds === 1 ? 'une seconde' : `${seconds} secondes`}.`,
    toPanel: 'Aller au panneau de contrôle',
    note: (status, requestId) => `Erreur ${status}, requête ${requestId}`,
  },
  mailPage: {
    needsJavaScript: (productName) =>
      `${productName} a besoin de JavaScript pour afficher vos messages.`,
  },
  frame: {
    tooHeavy:
      'Ce message est trop lourd pour être affiché sous son aspect d’origine. Voici son texte brut ; la source le contient en entier.',
  },
  archive: {
    fileName: 'non-inclus.txt',
    leftOut: (parts) =>
      `Parties de ce message absentes de cette archive : ${parts.toLocaleString('fr')}. Enregistrez le message pour tout avoir.`,
  },
  receipt: {
    subject: (subject) => `Lu : ${subject}`,
    text: (reader, subject) =>
      `Votre message « ${subject} » adressé à ${reader} a été affiché.\n\nCela ne signifie pas qu’il a été lu ou compris.\n`,
  },
  quote: {
    wrote: (date, name) => `Le ${date}, ${name} a écrit :`,
    cut: 'Le message est très long ; la suite n’est pas citée',
    unknownDate: 'une date inconnue',
    original: 'Message d’origine',
    subject: 'Objet',
    date: 'Date',
    from: 'De',
    to: 'À',
    cc: 'Cc',
  },
  refusals: {
    framing_ambiguous: 'La requête était mal formée et n’a pas été traitée.',
    headers_too_many: 'La requête avait plus d’en-têtes que permis.',
    path_refused: 'Cette adresse n’est pas valide.',
    host_refused: 'La requête nommait plus d’un hôte.',
    not_found: 'Il n’y a rien à cette adresse.',
    method_not_allowed: 'Cette adresse n’accepte pas ce genre de requête.',
    body_too_large: 'Les données envoyées sont trop volumineuses.',
    body_malformed: 'La requête n’a pas pu être lue.',
    segment_missing: 'Ouvrez la messagerie depuis votre panneau de contrôle.',
    segment_malformed: 'Ouvrez la messagerie depuis votre panneau de contrôle.',
    segment_mismatch:
      'Cette page appartient à une autre session du panneau de contrôle. Ouvrez à nouveau la messagerie depuis celui-ci.',
    cookie_missing: 'Connectez-vous d’abord à votre panneau de contrôle.',
    cookie_malformed: 'Connectez-vous d’abord à votre panneau de contrôle.',
    session_unknown:
      'Votre session du panneau de contrôle est terminée. Connectez-vous à nouveau au panneau.',
    signature_unknown:
      'Votre panneau de contrôle et cette messagerie ne se connaissent pas. Veuillez prévenir l’administration.',
    session_preauth: 'Terminez d’abord la connexion à votre panneau de contrôle.',
    session_expired:
      'Votre session du panneau de contrôle est terminée. Connectez-vous à nouveau au panneau.',
    ip_changed: 'Votre adresse IP a changé. Veuillez vous reconnecter.',
    tfa_required: 'Terminez la deuxième étape de la connexion à votre panneau de contrôle.',
    not_a_mailbox: 'Ce compte du panneau n’a pas de boîte aux lettres.',
    inconsistent:
      'Votre session du panneau de contrôle n’a pas pu être vérifiée. Connectez-vous à nouveau au panneau.',
    panel_unavailable: 'Le panneau de contrôle ne répond pas. Nouvel essai en cours.',
    not_signed_in: 'Votre session est terminée. Reconnectez-vous pour continuer.',
    session_replaced: 'Une autre connexion a pris la place de celle-ci dans ce navigateur.',
    token_mismatch: 'La requête n’a pas pu être vérifiée. Rechargez la page et réessayez.',
    cookie_needs_tls:
      'Cette page a été ouverte sans chiffrement, la connexion n’est pas possible ainsi. Ouvrez-la avec https:// devant.',
    origin_refused: 'La requête venait d’un autre site et a été refusée.',
    sign_in_failed: 'Échec de la connexion. Vérifiez l’adresse et le mot de passe.',
    other_signed_in:
      'Quelqu’un est déjà connecté dans ce navigateur, dans un autre onglet. Vous connecter ici prend sa place ; il faudra alors se reconnecter dans l’autre onglet.',
    sign_in_locked: 'Trop d’essais infructueux. Attendez un peu et réessayez.',
    sign_in_busy: 'Trop de connexions à cette boîte sont en cours. Attendez un peu et réessayez.',
    second_factor_wrong: 'Ce code n’est pas le bon, ou a déjà servi. Attendez le suivant.',
    second_factor_expired: 'Cela a pris trop de temps. Recommencez.',
    second_factor_exists: 'Les codes sont déjà configurés. Désactivez-les d’abord.',
    second_factor_unreadable:
      'Vos codes ne peuvent pas être vérifiés. Veuillez prévenir l’administrateur.',
    second_factor_needed:
      'La connexion demande une deuxième étape après le mot de passe. Connectez-vous sur la page web.',
    passkey_refused: 'Cette clé d’accès n’a pas pu être utilisée. Réessayez.',
    passkeys_full: 'Le nombre de clés d’accès autorisé est atteint. Supprimez-en une d’abord.',
    passkeys_unavailable: 'Les clés d’accès ne peuvent pas être utilisées à cette adresse.',
    second_factor_required:
      'Une deuxième étape est obligatoire ici et n’est pas encore configurée. Connectez-vous sur la page web pour la configurer.',
    password_wrong: 'Le mot de passe actuel n’est pas le bon.',
    password_too_short: 'Le nouveau mot de passe est trop court.',
    password_not_accepted: 'Le nouveau mot de passe n’a pas été accepté. Choisissez-en un autre.',
    password_change_failed:
      'Le mot de passe n’a pas pu être changé. Si la connexion échoue plus tard, essayez aussi le nouveau.',
    input_invalid: 'La requête n’a pas été comprise.',
    mailbox_not_found: 'Ce dossier n’existe plus.',
    mailbox_exists: 'Un dossier de ce nom existe déjà.',
    mailbox_refused: 'Le serveur de messagerie ne permet pas cela pour ce dossier.',
    mailbox_damaged:
      'Le serveur de messagerie signale que ce dossier est endommagé. Veuillez prévenir l’administration.',
    message_unreadable: 'Le serveur de messagerie ne peut pas lire ce message.',
    mail_refused: 'Le serveur de messagerie a refusé sans raison qui puisse être affichée.',
    mail_not_understood:
      'Le serveur de messagerie n’a pas compris la demande. Veuillez prévenir l’administration.',
    trash_missing: 'Il n’y a pas de corbeille. Rien n’a été supprimé.',
    delete_unconfirmed:
      'Ici, les messages sont supprimés définitivement. Rien n’a encore été supprimé ; réessayez.',
    folder_name_invalid: 'Ce ne peut pas être le nom d’un dossier.',
    too_many_messages: 'Trop de messages à la fois. Affinez la recherche.',
    mailbox_replaced:
      'Ce dossier a été remplacé par un nouveau du même nom. Rien n’a été fait ; regardez à nouveau.',
    message_not_found: 'Ce message n’existe plus.',
    recipient_invalid: 'Une des adresses n’est pas valide.',
    recipients_too_many: 'Ce message a plus de destinataires que permis.',
    recipient_refused:
      'Le serveur de messagerie n’accepte pas l’un des destinataires. Rien n’a été envoyé.',
    recipient_deferred:
      'Le serveur de messagerie n’accepte pas l’un des destinataires pour le moment. Rien n’a été envoyé.',
    sender_unknown:
      'Votre nom de connexion n’a pas de domaine de messagerie, rien ne peut donc être envoyé. Veuillez prévenir l’administration.',
    address_not_allowed: 'Vous ne pouvez pas écrire sous cette adresse.',
    attachments_gone:
      'Ce qui est joint se trouvait dans un message ou un brouillon supprimé ou déplacé ailleurs. Retirez-le ici et joignez-le de nouveau.',
    identity_gone: 'Cette identité a été supprimée. Choisissez-en une autre.',
    template_gone: 'Ce modèle a été supprimé entre-temps.',
    settings_full: 'Il n’y a plus de place pour vos paramètres.',
    send_deferred:
      'Le serveur de messagerie n’accepte pas ce message pour le moment. Rien n’a été envoyé.',
    send_rejected: 'Le serveur de messagerie n’a pas accepté ce message.',
    send_uncertain: 'Il n’est pas certain que ce message ait été remis.',
    already_sent: 'Ce message a été envoyé tel qu’il était avant sa modification.',
    not_sent: 'Rien n’indique que ce message ait été envoyé.',
    over_quota: 'La boîte aux lettres est pleine.',
    contact_not_found: 'Ce contact n’existe plus.',
    contact_changed:
      'Un contact a été modifié ailleurs entre-temps. Rien n’a été fait ; regardez à nouveau.',
    contact_too_large: 'C’est trop pour un seul contact.',
    group_exists: 'Il existe déjà un groupe de ce nom.',
    contacts_full: 'Il n’y a plus de place pour d’autres contacts. Rien n’a été enregistré.',
    contact_file_unreadable:
      'Ce fichier ne contient aucun contact lisible. Les formats vCard (.vcf), CSV et LDIF peuvent être importés.',
    contact_file_too_large: 'Ce fichier contient trop de contacts. Rien n’a été importé.',
    address_book_unavailable:
      'Le serveur du carnet d’adresses ne répond pas. Rien n’a été modifié ; ce que vous avez saisi est encore là.',
    address_book_refused:
      'Le serveur du carnet d’adresses n’accepte pas votre mot de passe ou ne permet pas la modification. Rien n’a été modifié ; ce que vous avez saisi est encore là.',
    address_book_partly_saved:
      'Le serveur du carnet d’adresses n’a pas tout accepté : une partie des contacts est enregistrée, une autre non.',
    photo_unreadable: 'Cette image ne peut pas être utilisée pour un contact.',
    store_unavailable: 'Votre session n’a pas pu être lue. Nouvel essai en cours.',
    mail_unavailable: 'Le serveur de messagerie ne répond pas. Nouvel essai en cours.',
    mail_busy: 'Le serveur de messagerie est occupé. Nouvel essai en cours.',
    mail_answer_too_large:
      'Le serveur de messagerie a envoyé une réponse trop longue pour être lue.',
    mail_timeout: 'Le serveur de messagerie a mis trop de temps à répondre.',
    upstream_unavailable: 'Le service derrière cette adresse ne répond pas.',
    timed_out: 'Cela a pris trop de temps et a été arrêté.',
    shutting_down: 'Le service redémarre. Nouvel essai en cours.',
    internal: 'Une erreur s’est produite de notre côté.',
  },
  refusalsAbout: {
    folder_name_invalid: (signs) => `Le nom d’un dossier ne peut pas contenir ${signs}`,
    mailbox_refused: (mailbox) =>
      `Le serveur de messagerie ne permet pas cela pour le dossier « ${mailbox} ».`,
    address_book_partly_saved: (names) =>
      `Le serveur du carnet d’adresses n’a pas tout accepté : une partie des contacts est enregistrée. Non enregistrés : ${names}`,
    password_not_accepted: (reason) => `Le nouveau mot de passe n’a pas été accepté : ${reason}`,
    recipient_invalid: (recipient) => `Cette adresse n’est pas valide : ${recipient}`,
    recipients_too_many: (limit) => `Un message peut avoir au plus ${limit} destinataires.`,
    recipient_refused: (recipient) =>
      `Le serveur de messagerie n’accepte pas ${recipient} comme destinataire. Rien n’a été envoyé.`,
    recipient_deferred: (recipient) =>
      `Le serveur de messagerie n’accepte pas ${recipient} comme destinataire pour le moment. Rien n’a été envoyé.`,
    address_not_allowed: (address) => `Vous ne pouvez pas écrire sous ${address}.`,
  },
}
