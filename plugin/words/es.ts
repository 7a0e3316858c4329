import type { TranslatedWords } from './server-words.ts'

/** What the server says itself, in Spanish. */
export const es: TranslatedWords = {
  signIn: {
    title: (productName) => `Iniciar sesión - ${productName}`,
    address: 'Correo electrónico',
    password: 'Contraseña',
    submit: 'Iniciar sesión',
    mailAway: 'El servidor de correo no responde. Espera un poco e inténtalo de nuevo.',
    mailBusy: 'El servidor de correo está ocupado. Espera un poco e inténtalo de nuevo.',
    mailSlow: 'El servidor de correo está tardando. Espera, por favor.',
    code: 'Código',
    codeNote: 'El código que muestra tu aplicación o uno de tus códigos de recuperación.',
    passkey: 'Usar una llave de acceso',
    passkeyNote: 'Confirma con tu llave de acceso: huella, cara, PIN o llave de seguridad.',
    passkeyFailed: 'No se usó la llave de acceso. Inténtalo de nuevo.',
    otherAccount: 'Entrar con otra cuenta',
    help: 'Ayuda',
    privacy: 'Privacidad',
    legalNotice: 'Aviso legal',
    reference: (requestId) => `Referencia: ${requestId}`,
  },
  secondStep: {
    title: 'Verificación en dos pasos',
    required:
      'Aquí el acceso pide, además de la contraseña, un código de una aplicación de tu teléfono. Configúrala ahora.',
    scan: 'Escanea esta imagen con una aplicación de códigos (autenticador) o escribe en ella la clave. Luego introduce el código que muestra.',
    key: 'Clave',
    confirm: 'Activar',
    recoveryCodes: 'Códigos de recuperación',
    recoveryNote:
      'Cada uno sirve para entrar una vez sin la aplicación. Anótalos ahora: nadie puede volver a mostrarlos.',
    copy: 'Copiar',
    copied: 'Copiado',
    download: 'Descargar',
    print: 'Imprimir',
    recoveryKept: 'Los he guardado',
  },
  signedOut: {
    title: 'Sesión cerrada',
    note: 'La sesión del panel de control sigue abierta. Si otras personas usan este ordenador, ciérrela también allí.',
    again: 'Volver a iniciar sesión',
  },
  errorPage: {
    tryAgain: (seconds) => `Inténtalo de nuevo dentro de ${seconds} s.`,
    toPanel: 'Ir al panel de control',
    note: (status, requestId) => `Error ${status}, solicitud ${requestId}`,
  },
  mailPage: {
    needsJavaScript: (productName) => `${productName} necesita JavaScript para mostrar tu correo.`,
  },
  frame: {
    tooHeavy:
      'Este mensaje es demasiado pesado para mostrarlo con su aspecto original. Este es su texto sin formato; el código fuente lo contiene todo.',
  },
  archive: {
    fileName: 'no-incluido.txt',
    leftOut: (parts) =>
      `Partes de este mensaje que no están en este archivo: ${parts.toLocaleString('es')}. Guarda el mensaje para tenerlo todo.`,
  },
  receipt: {
    subject: (subject) => `Leído: ${subject}`,
    text: (reader, subject) =>
      `Su mensaje «${subject}» para ${reader} se ha mostrado.\n\nEsto no significa que se haya leído o entendido.\n`,
  },
  quote: {
    wrote: (date, name) => `El ${date}, ${name} escribió:`,
    cut: 'El mensaje es muy largo; el resto no se ha citado',
    unknownDate: 'una fecha desconocida',
    original: 'Mensaje original',
    subject: 'Asunto',
    date: 'Fecha',
    from: 'De',
    to: 'Para',
    cc: 'Cc',
  },
  refusals: {
    framing_ambiguous: 'La solicitud estaba mal formada y no se procesó.',
    headers_too_many: 'La solicitud tenía más encabezados de los permitidos.',
    path_refused: 'Esta dirección no es válida.',
    host_refused: 'La solicitud nombraba más de un servidor.',
    not_found: 'No hay nada en esta dirección.',
    method_not_allowed: 'Esta dirección no acepta ese tipo de solicitud.',
    body_too_large: 'Lo que enviaste es demasiado grande.',
    body_malformed: 'No se pudo leer la solicitud.',
    segment_missing: 'Abre el correo web desde tu panel de control.',
    segment_malformed: 'Abre el correo web desde tu panel de control.',
    segment_mismatch:
      'Esta página pertenece a otra sesión del panel. Abre de nuevo el correo web desde tu panel de control.',
    cookie_missing: 'Primero inicia sesión en tu panel de control.',
    cookie_malformed: 'Primero inicia sesión en tu panel de control.',
    session_unknown:
      'Tu sesión del panel de control ha terminado. Inicia sesión de nuevo en el panel.',
    signature_unknown:
      'Tu panel de control y este correo web no se conocen. Avisa a la administración.',
    session_preauth: 'Primero termina de iniciar sesión en tu panel de control.',
    session_expired:
      'Tu sesión del panel de control ha terminado. Inicia sesión de nuevo en el panel.',
    ip_changed: 'Tu dirección IP ha cambiado. Inicia sesión de nuevo.',
    tfa_required: 'Completa el segundo paso del inicio de sesión en tu panel de control.',
    not_a_mailbox: 'Este acceso del panel no tiene buzón.',
    inconsistent:
      'No se pudo verificar tu sesión del panel de control. Inicia sesión de nuevo en el panel.',
    panel_unavailable: 'El panel de control no responde. Reintentando.',
    not_signed_in: 'Tu sesión ha terminado. Inicia sesión de nuevo para continuar.',
    session_replaced: 'Otro inicio de sesión ocupó el lugar de este en este navegador.',
    token_mismatch: 'No se pudo verificar la solicitud. Recarga la página e inténtalo de nuevo.',
    cookie_needs_tls:
      'Esta página se abrió sin cifrado y así no se puede iniciar sesión. Ábrela con https:// delante.',
    origin_refused: 'La solicitud venía de otro sitio y se rechazó.',
    sign_in_failed: 'No se pudo iniciar sesión. Comprueba la dirección y la contraseña.',
    other_signed_in:
      'Alguien ya ha iniciado sesión en este navegador, en otra pestaña. Si inicias sesión aquí, ocupas su lugar; en la otra pestaña habrá que iniciarla de nuevo.',
    sign_in_locked: 'Demasiados intentos fallidos. Espera un poco e inténtalo de nuevo.',
    sign_in_busy:
      'Hay demasiados inicios de sesión en curso en este buzón. Espera un poco e inténtalo de nuevo.',
    second_factor_wrong: 'Este código no es correcto o ya se usó. Espera al siguiente.',
    second_factor_expired: 'Esto tardó demasiado. Empieza de nuevo.',
    second_factor_exists: 'Los códigos ya están configurados. Desactívalos primero.',
    second_factor_unreadable: 'Tus códigos no se pueden comprobar. Avisa al administrador.',
    second_factor_needed:
      'El acceso pide un segundo paso además de la contraseña. Entra en la página web.',
    passkey_refused: 'No se pudo usar esta llave de acceso. Inténtalo de nuevo.',
    passkeys_full: 'Ya hay tantas llaves de acceso como se permiten. Quita una primero.',
    passkeys_unavailable: 'En esta dirección no se pueden usar llaves de acceso.',
    second_factor_required:
      'Aquí es obligatorio un segundo paso y aún no hay ninguno configurado. Entra en la página web para configurarlo.',
    password_wrong: 'La contraseña actual no es correcta.',
    password_too_short: 'La contraseña nueva es demasiado corta.',
    password_not_accepted: 'La contraseña nueva no fue aceptada. Elige otra.',
    password_change_failed:
      'No se pudo cambiar la contraseña. Si más tarde no puedes entrar, prueba también con la nueva.',
    input_invalid: 'No se entendió la solicitud.',
    mailbox_not_found: 'Esta carpeta ya no existe.',
    mailbox_exists: 'Ya existe una carpeta con este nombre.',
    mailbox_refused: 'El servidor de correo no permite esto en esta carpeta.',
    mailbox_damaged:
      'El servidor de correo dice que esta carpeta está dañada. Avisa a la administración.',
    message_unreadable: 'El servidor de correo no puede leer este mensaje.',
    mail_refused: 'El servidor de correo lo rechazó sin un motivo que se pueda mostrar.',
    mail_not_understood:
      'El servidor de correo no entendió lo que se le pidió. Avisa a la administración.',
    trash_missing: 'No hay papelera. No se eliminó nada.',
    delete_unconfirmed:
      'Aquí los mensajes se eliminan definitivamente. Todavía no se ha eliminado nada; inténtalo de nuevo.',
    folder_name_invalid: 'Una carpeta no puede llamarse así.',
    too_many_messages: 'Son demasiados mensajes a la vez. Limita la búsqueda.',
    mailbox_replaced:
      'Esta carpeta fue sustituida por otra del mismo nombre. No se hizo nada; mira de nuevo.',
    message_not_found: 'Este mensaje ya no existe.',
    recipient_invalid: 'Una de las direcciones no es válida.',
    recipients_too_many: 'Este mensaje tiene más destinatarios de los permitidos.',
    recipient_refused:
      'El servidor de correo no acepta a uno de los destinatarios. No se envió nada.',
    recipient_deferred:
      'El servidor de correo no acepta ahora a uno de los destinatarios. No se envió nada.',
    sender_unknown:
      'Tu nombre de usuario no tiene dominio de correo, así que no se puede enviar nada. Avisa a la administración.',
    address_not_allowed: 'No puedes escribir con esta dirección.',
    attachments_gone:
      'Lo adjunto estaba en un mensaje o borrador que se eliminó o se movió en otro lugar. Quítalo aquí y vuelve a adjuntarlo.',
    identity_gone: 'Esta identidad se eliminó. Elige otra.',
    template_gone: 'Esta plantilla se eliminó mientras tanto.',
    settings_full: 'No queda espacio para más ajustes.',
    send_deferred: 'El servidor de correo no acepta este mensaje ahora. No se envió nada.',
    send_rejected: 'El servidor de correo no aceptó este mensaje.',
    send_uncertain: 'No es seguro que este mensaje se haya entregado.',
    already_sent: 'Este mensaje se envió tal como estaba antes de cambiarlo.',
    not_sent: 'No consta que este mensaje se haya enviado.',
    over_quota: 'El buzón está lleno.',
    contact_not_found: 'Este contacto ya no existe.',
    contact_changed: 'Un contacto se cambió en otro lugar. No se hizo nada; mira de nuevo.',
    contact_too_large: 'Es demasiado para un solo contacto.',
    group_exists: 'Ya hay un grupo con este nombre.',
    contacts_full: 'No queda espacio para más contactos. No se guardó nada.',
    contact_file_unreadable:
      'Este archivo no tiene contactos que se puedan leer. Se pueden importar vCard (.vcf), CSV y LDIF.',
    contact_file_too_large: 'Este archivo tiene demasiados contactos. No se importó nada.',
    address_book_unavailable:
      'El servidor de la libreta de direcciones no responde. No se cambió nada; lo que escribió sigue aquí.',
    address_book_refused:
      'El servidor de la libreta de direcciones no acepta su contraseña o no permite el cambio. No se cambió nada; lo que escribió sigue aquí.',
    address_book_partly_saved:
      'El servidor de la libreta de direcciones no lo aceptó todo: una parte de los contactos está guardada y otra no.',
    photo_unreadable: 'Esta imagen no se puede usar para un contacto.',
    store_unavailable: 'No se pudo leer tu sesión. Reintentando.',
    mail_unavailable: 'El servidor de correo no responde. Reintentando.',
    mail_busy: 'El servidor de correo está ocupado. Reintentando.',
    mail_answer_too_large:
      'El servidor de correo envió una respuesta demasiado grande para leerla.',
    mail_timeout: 'El servidor de correo tardó demasiado en responder.',
    upstream_unavailable: 'El servicio detrás de esta dirección no responde.',
    timed_out: 'Tardó demasiado y se detuvo.',
    shutting_down: 'El servicio se está reiniciando. Reintentando.',
    internal: 'Algo ha fallado por nuestra parte.',
  },
  refusalsAbout: {
    folder_name_invalid: (signs) => `El nombre de una carpeta no puede contener ${signs}`,
    mailbox_refused: (mailbox) =>
      `El servidor de correo no permite esto en la carpeta «${mailbox}».`,
    address_book_partly_saved: (names) =>
      `El servidor de la libreta de direcciones no lo aceptó todo: una parte de los contactos está guardada. Sin guardar: ${names}`,
    password_not_accepted: (reason) => `La contraseña nueva no fue aceptada: ${reason}`,
    recipient_invalid: (recipient) => `Esta dirección no es válida: ${recipient}`,
    recipients_too_many: (limit) => `Un mensaje puede tener como máximo ${limit} destinatarios.`,
    recipient_refused: (recipient) =>
      `El servidor de correo no acepta a ${recipient} como destinatario. No se envió nada.`,
    recipient_deferred: (recipient) =>
      `El servidor de correo no acepta ahora a ${recipient} como destinatario. No se envió nada.`,
    address_not_allowed: (address) => `No puedes escribir como ${address}.`,
  },
}
