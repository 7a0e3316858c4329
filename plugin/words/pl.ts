import type { TranslatedWords } from './server-words.ts'

/** What the server says itself, in Polish. */
export const pl: TranslatedWords = {
  signIn: {
    title: (productName) => `Logowanie - ${productName}`,
    address: 'Adres e-mail',
    password: 'Hasło',
    submit: 'Zaloguj się',
    mailAway: 'Serwer poczty teraz nie odpowiada. Poczekaj chwilę i spróbuj ponownie.',
    mailBusy: 'Serwer poczty jest zajęty. Poczekaj chwilę i spróbuj ponownie.',
    mailSlow: 'Serwer poczty potrzebuje więcej czasu. Proszę czekać.',
    code: 'Kod',
    codeNote: 'Kod z aplikacji albo jeden z kodów zapasowych.',
    passkey: 'Użyj klucza dostępu',
    passkeyNote: 'Potwierdź kluczem dostępu: odcisk palca, twarz, PIN lub klucz bezpieczeństwa.',
    passkeyFailed: 'Klucz dostępu nie został użyty. Spróbuj ponownie.',
    otherAccount: 'Zaloguj się na inne konto',
    help: 'Pomoc',
    privacy: 'Prywatność',
    legalNotice: 'Nota prawna',
    reference: (requestId) => `Numer zgłoszenia: ${requestId}`,
  },
  secondStep: {
    title: 'Uwierzytelnianie dwuskładnikowe',
    required:
      'Logowanie wymaga tutaj oprócz hasła kodu z aplikacji w telefonie. Skonfiguruj ją teraz.',
    scan: 'Zeskanuj ten obraz aplikacją do kodów (uwierzytelniającą) albo wpisz w niej klucz. Potem podaj kod, który pokazuje.',
    key: 'Klucz',
    confirm: 'Włącz',
    recoveryCodes: 'Kody zapasowe',
    recoveryNote:
      'Każdy z nich pozwala zalogować się raz bez aplikacji. Zapisz je teraz: nikt nie pokaże ich ponownie.',
    copy: 'Kopiuj',
    copied: 'Skopiowano',
    download: 'Pobierz',
    print: 'Drukuj',
    recoveryKept: 'Zapisałem je',
  },
  signedOut: {
    title: 'Wylogowano',
    note: 'Sesja w panelu sterowania nadal trwa. Jeśli z tego komputera korzystają inne osoby, wyloguj się także tam.',
    again: 'Zaloguj się ponownie',
  },
  errorPage: {
    tryAgain: (seconds) => `Spróbuj ponownie za ${seconds} s.`,
    toPanel: 'Przejdź do panelu sterowania',
    note: (status, requestId) => `Błąd ${status}, żądanie ${requestId}`,
  },
  mailPage: {
    needsJavaScript: (productName) => `${productName} potrzebuje JavaScriptu, aby pokazać pocztę.`,
  },
  frame: {
    tooHeavy:
      'Ta wiadomość jest zbyt złożona, aby pokazać jej oryginalny wygląd. To jej zwykły tekst; źródło zawiera całość.',
  },
  archive: {
    fileName: 'niedolaczone.txt',
    leftOut: (parts) =>
      `Części tej wiadomości, których nie ma w tym archiwum: ${parts.toLocaleString('pl')}. Zapisz wiadomość, aby mieć wszystkie.`,
  },
  receipt: {
    subject: (subject) => `Przeczytano: ${subject}`,
    text: (reader, subject) =>
      `Wiadomość „${subject}” do ${reader} została wyświetlona.\n\nNie oznacza to, że została przeczytana lub zrozumiana.\n`,
  },
  quote: {
    wrote: (date, name) => `${date}, ${name} pisze:`,
    cut: 'Wiadomość jest bardzo długa; reszty nie zacytowano',
    unknownDate: 'nieznana data',
    original: 'Oryginalna wiadomość',
    subject: 'Temat',
    date: 'Data',
    from: 'Od',
    to: 'Do',
    cc: 'DW',
  },
  refusals: {
    framing_ambiguous: 'Żądanie było nieprawidłowe i nie zostało wykonane.',
    headers_too_many: 'Żądanie miało więcej nagłówków, niż dozwolono.',
    path_refused: 'Ten adres jest nieprawidłowy.',
    host_refused: 'Żądanie wskazywało więcej niż jeden host.',
    not_found: 'Pod tym adresem nic nie ma.',
    method_not_allowed: 'Ten adres nie przyjmuje takich żądań.',
    body_too_large: 'Wysłane dane są zbyt duże.',
    body_malformed: 'Nie udało się odczytać żądania.',
    segment_missing: 'Otwórz pocztę z panelu sterowania.',
    segment_malformed: 'Otwórz pocztę z panelu sterowania.',
    segment_mismatch:
      'Ta strona należy do innej sesji panelu. Otwórz pocztę ponownie z panelu sterowania.',
    cookie_missing: 'Najpierw zaloguj się do panelu sterowania.',
    cookie_malformed: 'Najpierw zaloguj się do panelu sterowania.',
    session_unknown: 'Sesja panelu sterowania zakończyła się. Zaloguj się ponownie do panelu.',
    signature_unknown: 'Panel sterowania i ta poczta się nie znają. Powiadom administratora.',
    session_preauth: 'Najpierw dokończ logowanie do panelu sterowania.',
    session_expired: 'Sesja panelu sterowania zakończyła się. Zaloguj się ponownie do panelu.',
    ip_changed: 'Twój adres IP się zmienił. Zaloguj się ponownie.',
    tfa_required: 'Dokończ drugi krok logowania do panelu sterowania.',
    not_a_mailbox: 'To konto panelu nie ma skrzynki pocztowej.',
    inconsistent:
      'Nie udało się sprawdzić sesji panelu sterowania. Zaloguj się ponownie do panelu.',
    panel_unavailable: 'Panel sterowania nie odpowiada. Trwa ponowna próba.',
    not_signed_in: 'Sesja zakończyła się. Zaloguj się ponownie, aby kontynuować.',
    session_replaced: 'Inne logowanie zajęło miejsce tego w tej przeglądarce.',
    token_mismatch: 'Nie udało się sprawdzić żądania. Odśwież stronę i spróbuj ponownie.',
    cookie_needs_tls:
      'Tę stronę otwarto bez szyfrowania i tak nie można się zalogować. Otwórz ją z https:// na początku.',
    origin_refused: 'Żądanie przyszło z innej witryny i zostało odrzucone.',
    sign_in_failed: 'Logowanie nie powiodło się. Sprawdź adres i hasło.',
    other_signed_in:
      'W tej przeglądarce ktoś jest już zalogowany na innej karcie. Zalogowanie się tutaj zajmie jego miejsce; na tamtej karcie trzeba będzie zalogować się ponownie.',
    sign_in_locked: 'Zbyt wiele nieudanych prób. Poczekaj chwilę i spróbuj ponownie.',
    sign_in_busy: 'Trwa zbyt wiele logowań do tej skrzynki. Poczekaj chwilę i spróbuj ponownie.',
    second_factor_wrong: 'Ten kod nie jest poprawny albo został już użyty. Poczekaj na następny.',
    second_factor_expired: 'Trwało to zbyt długo. Zacznij od nowa.',
    second_factor_exists: 'Kody są już skonfigurowane. Najpierw je wyłącz.',
    second_factor_unreadable: 'Nie można sprawdzić kodów. Powiadom administratora.',
    second_factor_needed:
      'Logowanie wymaga oprócz hasła drugiego kroku. Zaloguj się na stronie internetowej.',
    passkey_refused: 'Nie udało się użyć tego klucza dostępu. Spróbuj ponownie.',
    passkeys_full: 'Jest już tyle kluczy dostępu, ile wolno mieć. Najpierw usuń jeden.',
    passkeys_unavailable: 'Pod tym adresem nie można używać kluczy dostępu.',
    second_factor_required:
      'Drugi krok jest tutaj wymagany, a nie jest jeszcze skonfigurowany. Zaloguj się na stronie internetowej, aby go skonfigurować.',
    password_wrong: 'Obecne hasło nie jest poprawne.',
    password_too_short: 'Nowe hasło jest za krótkie.',
    password_not_accepted: 'Nowe hasło nie zostało przyjęte. Wybierz inne.',
    password_change_failed:
      'Nie udało się zmienić hasła. Jeśli logowanie później się nie powiedzie, spróbuj też nowego.',
    input_invalid: 'Nie udało się zrozumieć żądania.',
    mailbox_not_found: 'Tego folderu już nie ma.',
    mailbox_exists: 'Folder o tej nazwie już istnieje.',
    mailbox_refused: 'Serwer poczty nie pozwala na to w tym folderze.',
    mailbox_damaged:
      'Serwer poczty zgłasza, że ten folder jest uszkodzony. Powiadom administratora.',
    message_unreadable: 'Serwer poczty nie może odczytać tej wiadomości.',
    mail_refused: 'Serwer poczty odmówił bez powodu, który można pokazać.',
    mail_not_understood: 'Serwer poczty nie zrozumiał polecenia. Powiadom administratora.',
    trash_missing: 'Nie ma kosza. Nic nie usunięto.',
    delete_unconfirmed:
      'Tutaj wiadomości usuwa się trwale. Jeszcze nic nie usunięto; spróbuj ponownie.',
    folder_name_invalid: 'Folder nie może się tak nazywać.',
    too_many_messages: 'To zbyt wiele wiadomości naraz. Zawęź wyszukiwanie.',
    mailbox_replaced:
      'Ten folder zastąpiono nowym o tej samej nazwie. Nic nie zrobiono; spójrz ponownie.',
    message_not_found: 'Tej wiadomości już nie ma.',
    recipient_invalid: 'Jeden z adresów jest nieprawidłowy.',
    recipients_too_many: 'Ta wiadomość ma więcej odbiorców, niż jest dozwolone.',
    recipient_refused: 'Serwer poczty nie przyjmuje jednego z adresatów. Nic nie wysłano.',
    recipient_deferred: 'Serwer poczty nie przyjmuje teraz jednego z adresatów. Nic nie wysłano.',
    sender_unknown:
      'Twoja nazwa logowania nie ma domeny pocztowej, więc nie można nic wysłać. Powiadom administratora.',
    address_not_allowed: 'Nie możesz pisać pod tym adresem.',
    attachments_gone:
      'To, co załączono, było w wiadomości lub wersji roboczej, którą usunięto lub przeniesiono gdzie indziej. Usuń to tutaj i załącz ponownie.',
    identity_gone: 'Tę tożsamość usunięto. Wybierz inną.',
    template_gone: 'Ten szablon został tymczasem usunięty.',
    settings_full: 'Nie ma miejsca na więcej ustawień.',
    send_deferred: 'Serwer poczty nie przyjmuje teraz tej wiadomości. Nic nie wysłano.',
    send_rejected: 'Serwer poczty nie przyjął tej wiadomości.',
    send_uncertain: 'Nie ma pewności, czy tę wiadomość dostarczono.',
    already_sent: 'Tę wiadomość wysłano w postaci sprzed zmiany.',
    not_sent: 'Nie wiadomo, aby tę wiadomość wysłano.',
    over_quota: 'Skrzynka jest pełna.',
    contact_not_found: 'Tego kontaktu już nie ma.',
    contact_changed:
      'Kontakt zmieniono tymczasem gdzie indziej. Nic nie zrobiono; spójrz ponownie.',
    contact_too_large: 'To za dużo na jeden kontakt.',
    group_exists: 'Grupa o tej nazwie już istnieje.',
    contacts_full: 'Nie ma miejsca na więcej kontaktów. Nic nie zapisano.',
    contact_file_unreadable:
      'W tym pliku nie ma kontaktów, które da się odczytać. Można importować vCard (.vcf), CSV i LDIF.',
    contact_file_too_large: 'W tym pliku jest zbyt wiele kontaktów. Nic nie zaimportowano.',
    address_book_unavailable:
      'Serwer książki adresowej nie odpowiada. Niczego nie zmieniono; wpisane dane nadal tu są.',
    address_book_refused:
      'Serwer książki adresowej nie przyjmuje Twojego hasła albo nie pozwala na tę zmianę. Niczego nie zmieniono; wpisane dane nadal tu są.',
    address_book_partly_saved:
      'Serwer książki adresowej nie przyjął wszystkiego: część kontaktów zapisano, a części nie.',
    photo_unreadable: 'Tego obrazu nie można użyć w kontakcie.',
    store_unavailable: 'Nie udało się odczytać sesji. Trwa ponowna próba.',
    mail_unavailable: 'Serwer poczty teraz nie odpowiada. Trwa ponowna próba.',
    mail_busy: 'Serwer poczty jest zajęty. Trwa ponowna próba.',
    mail_answer_too_large: 'Serwer poczty przysłał odpowiedź zbyt dużą do odczytania.',
    mail_timeout: 'Serwer poczty zbyt długo nie odpowiadał.',
    upstream_unavailable: 'Usługa pod tym adresem nie odpowiada.',
    timed_out: 'Trwało to zbyt długo i zostało przerwane.',
    shutting_down: 'Usługa uruchamia się ponownie. Trwa ponowna próba.',
    internal: 'Coś poszło nie tak po naszej stronie.',
  },
  refusalsAbout: {
    folder_name_invalid: (signs) => `Nazwa folderu nie może zawierać ${signs}`,
    mailbox_refused: (mailbox) => `Serwer poczty nie pozwala na to w folderze „${mailbox}”.`,
    address_book_partly_saved: (names) =>
      `Serwer książki adresowej nie przyjął wszystkiego: część kontaktów zapisano. Niezapisane: ${names}`,
    password_not_accepted: (reason) => `Nowe hasło nie zostało przyjęte: ${reason}`,
    recipient_invalid: (recipient) => `To nie jest prawidłowy adres: ${recipient}`,
    recipients_too_many: (limit) => `Liczba odbiorców wiadomości nie może przekraczać ${limit}.`,
    recipient_refused: (recipient) =>
      `Serwer poczty nie przyjmuje adresata ${recipient}. Nic nie wysłano.`,
    recipient_deferred: (recipient) =>
      `Serwer poczty nie przyjmuje teraz adresata ${recipient}. Nic nie wysłano.`,
    address_not_allowed: (address) => `Nie możesz pisać jako ${address}.`,
  },
}
