<?php

/**
 * Hands over to Postern, which stands in front of this Roundcube, how lists are written for whoever is signed in, so that
 * nothing has to be read off answers. It is one variable of the session, which no browser sees, signed for that session
 * (plugin/docs/admin-guide.md of Postern). No table of Roundcube is touched and no answer changed.
 */
class postern extends rcube_plugin
{
    const VARIABLE = 'postern';
    const VERSION = 'v1';
    /** Longer, of very many folders: nothing is handed over. */
    const MAX_BYTES = 16000;
    /** A form that still holds is dated anew after so many ms. */
    const RENEW_MS = 60000;

    /** What Postern answers is compared with this release; with others it goes on learning. */
    const ROUNDCUBE = '1.6.';

    /** Other plugins may listen to these: no list, count or refresh is changed by them. */
    const HARMLESS = '/^(attachment|addressbook|contact|vcard|identity|preferences|settings|login|managesieve|folder'
        . '|template|collected|saved_search|spell|html_editor|get_compose_responses|password|user_create|user_delete'
        . '|user2email|email2user|authenticate|logout|session_destroy|render_page|send_page|write_log|error_page'
        . '|message_(load|part|compose|ready|before_send|outgoing|sent|saved|objects|body_prefix|headers_output|read)'
        . ')(_|$|s_|s$)/';

    /** A form holds while these are the same. */
    const SETTINGS = array(
        'timezone', 'date_format', 'time_format', 'prettydate', 'date_long', 'date_short', 'list_cols', 'layout',
        'mail_pagesize', 'message_threading', 'default_list_mode', 'check_all_folders', 'product_name', 'drafts_mbox',
        'sent_mbox', 'trash_mbox', 'junk_mbox', 'reply_all_mode', 'display_next', 'read_when_deleted', 'skin',
        'show_real_foldernames', 'message_show_email', 'skip_deleted', 'language',
    );

    /** What the page and each list say alike, in the order of a list. */
    const LIST_ENV = array(
        'mailbox', 'pagesize', 'current_page', 'delimiter', 'threading', 'threads', 'reply_all_mode', 'layout', 'quota',
        'drafts_mailbox', 'trash_mailbox', 'junk_mailbox', 'read_when_deleted', 'display_next',
    );
    const PAGE_ENV = array(
        'listcols', 'listcols_widescreen', 'coltypes', 'mailboxes', 'mailboxes_list', 'disabled_sort_col', 'disabled_sort_order',
    );

    private $rc;

    public function init()
    {
        $this->rc = rcmail::get_instance();
        if (strlen((string) $this->rc->config->get('postern_secret')) < 32) {
            return;
        }
        $this->add_hook('login_after', array($this, 'signed_in'));
        $this->add_hook('ready', array($this, 'go_on'));
        $this->add_hook('send_page', array($this, 'page_made'));
    }

    /** Whose session this is, and how its cookie is written, as soon as there is one. */
    public function signed_in($args)
    {
        $this->hand_over(array('form' => null, 'cookie' => $this->cookie_attributes()));
        return $args;
    }

    /** A form that holds no longer goes; one that does is dated anew now and then. */
    public function go_on($args)
    {
        $before = $this->handed_over();
        if ($before === null || empty($before['form'])) {
            return $args;
        }
        $holds = $before['form']['settings'] === $this->settings() && !$this->others_change_answers();
        if (!$holds) {
            $this->hand_over(array('form' => null, 'cookie' => $before['cookie']));
        } elseif ($this->now() - $before['at'] > self::RENEW_MS) {
            $this->hand_over(array('form' => $before['form'], 'cookie' => $before['cookie']));
        }
        return $args;
    }

    /** The page of the mail task has all that lists are made of. */
    public function page_made($args)
    {
        if ($this->rc->task === 'mail' && (string) $this->rc->action === '' && $this->rc->get_user_id()) {
            $before = $this->handed_over();
            $this->hand_over(array(
                'form' => $this->form(),
                'cookie' => $before === null ? null : $before['cookie'],
            ));
        }
        return $args;
    }

    private function hand_over($said)
    {
        $said = array('user' => (string) $this->rc->get_user_name(), 'at' => $this->now()) + $said;
        $text = $this->json($said);
        if ($text === false || strlen($text) > self::MAX_BYTES) {
            $said['form'] = null;
            $text = $this->json($said);
        }
        if ($text !== false) {
            $_SESSION[self::VARIABLE] = self::VERSION . '.' . $this->signature($text) . '.' . $text;
        }
    }

    private function handed_over()
    {
        $parts = isset($_SESSION[self::VARIABLE]) ? explode('.', (string) $_SESSION[self::VARIABLE], 3) : array();
        if (count($parts) !== 3 || $parts[0] !== self::VERSION) {
            return null;
        }
        return hash_equals($this->signature($parts[2]), $parts[1]) ? json_decode($parts[2], true) : null;
    }

    /** Of this session alone. */
    private function signature($text)
    {
        $secret = (string) $this->rc->config->get('postern_secret');
        return hash_hmac('sha256', "postern-roundcube\n" . session_id() . "\n" . $text, $secret);
    }

    private function json($value)
    {
        return json_encode($value, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
    }

    private function now()
    {
        return (int) round(microtime(true) * 1000);
    }

    private function settings()
    {
        $values = array(isset($_SESSION['language']) ? $_SESSION['language'] : '');
        foreach (self::SETTINGS as $name) {
            $values[$name] = $this->rc->config->get($name);
        }
        return md5(serialize($values));
    }

    /** What Roundcube writes behind the value of the cookie that proves a session. */
    private function cookie_attributes()
    {
        $found = null;
        foreach (headers_list() as $line) {
            if (preg_match('/^Set-Cookie: roundcube_sessauth=(?!-del-)[^;]+(.*)$/i', $line, $match)) {
                $found = $match[1];
            }
        }
        return $found;
    }

    private function others_change_answers()
    {
        foreach ($this->api->handlers as $hook => $callbacks) {
            foreach ((array) $callbacks as $callback) {
                $is_own = is_array($callback) && $callback[0] === $this;
                if (!$is_own && !preg_match(self::HARMLESS, $hook)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** How lists are written; null where that is not known for sure. */
    private function form()
    {
        $config = $this->rc->config;
        $dates = $this->dates();
        $head = array('rcmail_action_mail_index', 'message_list_head');
        $page = $this->page_env();
        $env = array_intersect_key($page, array_flip(self::LIST_ENV));
        $unlike = $config->get('message_show_email') || $config->get('skip_deleted');
        if (strpos(RCMAIL_VERSION, self::ROUNDCUBE) !== 0 || $unlike || $this->others_change_answers()) {
            return null;
        }
        if ($dates === null || !is_callable($head) || !isset($_SESSION['list_attrib'])) {
            return null;
        }
        if (!empty($page['disabled_sort_col']) || !empty($page['disabled_sort_order'])) {
            return null;
        }
        foreach (array('pagesize', 'delimiter', 'listcols', 'coltypes', 'mailboxes', 'mailboxes_list') as $name) {
            if (empty($page[$name])) {
                return null;
            }
        }
        // In the widescreen layout a row has its columns as well.
        $wide = isset($page['listcols_widescreen']) ? (array) $page['listcols_widescreen'] : array();
        $is_wide = isset($page['layout']) && $page['layout'] === 'widescreen';
        $columns = array_values(array_unique(array_merge($page['listcols'], $is_wide ? $wide : array())));
        return array(
            'settings' => $this->settings(),
            'env' => (object) $env,
            'pageSize' => (int) $page['pagesize'],
            'delimiter' => (string) $page['delimiter'],
            'canThread' => !empty($page['threads']),
            'hasQuota' => !empty($page['quota']),
            'product' => (string) $config->get('product_name'),
            'folders' => $this->folders($page),
            'trash' => (string) $config->get('trash_mbox'),
            'sent' => array((string) $config->get('sent_mbox'), (string) $config->get('drafts_mbox')),
            'threaded' => array(
                'usually' => $config->get('default_list_mode') === 'threads',
                'folders' => (object) array_map('boolval', (array) $config->get('message_threading')),
            ),
            'columns' => array_values($page['listcols']),
            'columnTypes' => $page['coltypes'],
            'rowColumns' => $columns,
            'head' => call_user_func($head, $_SESSION['list_attrib'], $columns),
            'dates' => $dates,
            'sizes' => $this->sizes(),
            'quotaAs' => isset($_SESSION['quota_display']) ? (string) $_SESSION['quota_display'] : '',
            'refreshesAll' => (bool) $config->get('check_all_folders'),
            'texts' => $this->texts(),
        );
    }

    /** What the page tells its scripts. */
    private function page_env()
    {
        $page = array();
        foreach (array_merge(self::LIST_ENV, self::PAGE_ENV) as $name) {
            $value = $this->rc->output->get_env($name);
            if ($value !== null) {
                $page[$name] = $value;
            }
        }
        return $page;
    }

    /** Those that can be opened, in their order, with their titles. */
    private function folders($page)
    {
        $delimiter = (string) $this->rc->get_storage()->get_hierarchy_delimiter();
        $folders = array();
        foreach ($page['mailboxes_list'] as $name) {
            if (empty($page['mailboxes'][$name]['virtual'])) {
                $title = (string) $this->rc->localize_foldername($name, true);
                $folders[] = array($name, $delimiter === '' ? $title : str_replace($delimiter, ' » ', $title));
            }
        }
        return $folders;
    }

    /** null for forms of an administrator, which Postern does not know. */
    private function dates()
    {
        $config = $this->rc->config;
        $zone = $config->get('timezone');
        $is_pretty = (bool) $config->get('prettydate');
        if (!preg_match('/^(\S+) (H:i|G:i|h:i A|g:i a)$/', (string) $config->get('date_long'), $match)) {
            return null;
        }
        list(, $date, $time) = $match;
        if ($is_pretty && ($config->get('date_short') !== "D $time" || $config->get('time_format') !== $time)) {
            return null;
        }
        if (!is_string($zone) || !in_array($zone, timezone_identifiers_list(), true)) {
            return null;
        }
        $days = array('sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat');
        return array(
            'zone' => $zone,
            'date' => $date,
            'time' => $time,
            'isPretty' => $is_pretty,
            'today' => (string) $this->rc->gettext('today'),
            'days' => array_map(array($this->rc, 'gettext'), $days),
        );
    }

    /** As they are written: of all units, with decimals and without. */
    private function sizes()
    {
        $sizes = array();
        foreach (array(5, 2048, 2516582, 52428800, 2576980378, 53687091200) as $bytes) {
            $sizes[] = array($bytes, (string) $this->rc->show_bytes($bytes));
        }
        return $sizes;
    }

    private function texts()
    {
        $counts = array('from' => '{first}', 'to' => '{last}', 'count' => '{total}');
        return array(
            'rows' => $this->rc->gettext(array('name' => 'messagesfromto', 'vars' => $counts)),
            'threads' => $this->rc->gettext(array('name' => 'threadsfromto', 'vars' => $counts)),
            'noRows' => $this->rc->gettext('mailboxempty'),
            'empty' => $this->rc->gettext('nomessagesfound'),
            'found' => $this->rc->gettext(array('name' => 'searchsuccessful', 'vars' => array('nr' => '{total}'))),
            'results' => $this->rc->gettext('searchresult'),
            'quota' => $this->rc->gettext('quota'),
            'unknown' => $this->rc->gettext('unknown'),
            'from' => $this->rc->gettext('from'),
            'to' => $this->rc->gettext('to'),
        );
    }
}
