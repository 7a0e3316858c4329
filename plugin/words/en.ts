import type { ServerWords } from './server-words.ts'

/** What the server says itself, in English; its refusals stand in their table (plugin/http/refusal.ts). */
export const en: ServerWords = {
  signIn: {
    title: (productName) => `Sign in - ${productName}`,
    address: 'Email address',
    password: 'Password',
    submit: 'Sign in',
    mailAway: 'The mail server does not answer just now. Wait a little and try again.',
    mailBusy: 'The mail server is busy. Wait a little and try again.',
    mailSlow: 'The mail server takes its time. Please wait.',
    code: 'Code',
    codeNote: 'The code from your app, or one of your recovery codes.',
    passkey: 'Use a passkey',
    passkeyNote: 'Confirm with your passkey: fingerprint, face, PIN or security key.',
    passkeyFailed: 'The passkey was not used. Try again.',
    otherAccount: 'Sign in with another account',
    help: 'Help',
    privacy: 'Privacy',
    legalNotice: 'Legal notice',
    reference: (requestId) => `Reference: ${requestId}`,
  },
  secondStep: {
    title: 'Two-factor authentication',
    required:
      'Signing in here takes a code from an app on your phone after the password. Set it up now.',
    scan: 'Scan this QR code with an authenticator app, or type the key into it. Then enter the code it shows.',
    key: 'Key',
    confirm: 'Turn on',
    recoveryCodes: 'Recovery codes',
    recoveryNote:
      'Each code signs you in once without the app. Save them now: they cannot be shown again.',
    copy: 'Copy',
    copied: 'Copied',
    download: 'Download',
    print: 'Print',
    recoveryKept: 'I have saved them',
  },
  signedOut: {
    title: 'Signed out',
    note: 'You are still signed in to the control panel. If other people use this computer, sign out there as well.',
    again: 'Sign in again',
  },
  errorPage: {
    tryAgain: (seconds) =>
      `Please try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`,
    toPanel: 'Go to the control panel',
    note: (status, requestId) => `Error ${status}, request ${requestId}`,
  },
  mailPage: {
    needsJavaScript: (productName) => `${productName} needs JavaScript to show your mail.`,
  },
  frame: {
    tooHeavy:
      'This message is too complex to display as HTML. This is its plain text; its source has all of it.',
  },
  archive: {
    fileName: 'not-included.txt',
    leftOut: (parts) => {
      const [more, them] =
        parts === 1
          ? ['1 more part of this message is', 'it']
          : [`${parts.toLocaleString('en')} more parts of this message are`, 'them all']
      return `${more} not in this archive. Save the message to have ${them}.`
    },
  },
  receipt: {
    subject: (subject) => `Read: ${subject}`,
    text: (reader, subject) =>
      `Your message "${subject}" to ${reader} was displayed.\n\nThis does not mean that it was read or understood.\n`,
  },
  quote: {
    wrote: (date, name) => `On ${date}, ${name} wrote:`,
    cut: 'The message is very long; the rest of it is not quoted',
    unknownDate: 'an unknown date',
    original: 'Original message',
    subject: 'Subject',
    date: 'Date',
    from: 'From',
    to: 'To',
    cc: 'Cc',
  },
}
