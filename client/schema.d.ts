/** Made of openapi.json; test/api/openapi.test.ts renews both. */

export interface paths {
  '/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the version
     * @description With links to the documentation, and where people log in beside the console. A browser is led to the console.
     */
    get: operations['getService'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/healthz': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check liveness
     * @description 200 as long as the process responds, whatever the state of the database.
     */
    get: operations['getHealth'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/readyz': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check readiness
     * @description Ready when the database responds and work is running on the lanes that the process owns. Otherwise 503, with the reasons.
     */
    get: operations['getReadiness'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/metrics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the metrics
     * @description In the Prometheus text format.
     */
    get: operations['getMetrics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/oauth2/jwks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The public keys of access tokens
     * @description JSON Web Key Set (RFC 7517). Keys that no longer sign stay until their last token has expired.
     */
    get: operations['getAccessTokenKeys'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/.well-known/oauth-authorization-server': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Authorization server metadata
     * @description RFC 8414.
     */
    get: operations['getAuthorizationServerMetadata'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/access-token-keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace the key of access tokens
     * @description A new key signs from now on, in every process within a minute. Tokens signed with the old one are accepted until they expire, at most an hour later.
     */
    post: operations['rotateAccessTokenKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the session
     * @description Who is logged in, what they may do, and when the session ends.
     */
    get: operations['getSession'];
    put?: never;
    /**
     * Log in to the console
     * @description Exchanges the operator key, e-mail address and password, the answer of a passkey to `GET /session/passkey-options`, or the part of a log-in link after its #, for a 12-hour session in a cookie that scripts cannot read and other sites cannot use. After ten wrong ones a minute from one address, further ones get 429; a right key, link or passkey never does, a right password for the rest of the minute.
     */
    post: operations['logIn'];
    /**
     * Log out of the console
     * @description Ends the session at once.
     */
    delete: operations['logOut'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/log-in-links': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a log-in link
     * @description It logs one browser in to the console, once. For a person it is their invitation, and void when another is made.
     */
    post: operations['createLogInLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/session/passkey-options': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Begin a log-in with a passkey
     * @description What a browser asks its devices, which answer to `POST /session` with `passkey`.
     */
    get: operations['getPasskeyOptions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/session/passkeys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List passkeys
     * @description One's own, newest first.
     */
    get: operations['listPasskeys'];
    put?: never;
    /**
     * Create a passkey
     * @description With what a device answered to the options. A person has 20 at most.
     */
    post: operations['createPasskey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/session/passkeys/options': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Begin to make a passkey
     * @description What a browser asks its devices, which answer to `POST /session/passkeys`.
     */
    get: operations['getNewPasskeyOptions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/session/passkeys/{passkeyId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a passkey
     * @description One's own. Sessions that it opened go on: end them where sessions are listed.
     */
    delete: operations['deletePasskey'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List sessions
     * @description Who is logged in to the console, newest first: one's own sessions; for an owner all.
     */
    get: operations['listSessions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sessions/{sessionId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * End a session
     * @description At once: one's own; for an owner anybody's.
     */
    delete: operations['endSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/session/password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Set a password
     * @description One's own. All other sessions and open log-in links of the person end.
     */
    put: operations['setPassword'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/people': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List people
     * @description Who may log in to the console, newest first.
     */
    get: operations['listPeople'];
    put?: never;
    /**
     * Create a person
     * @description For the first log-in, send them a link from `POST /log-in-links`.
     */
    post: operations['createPerson'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/people/{personId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a person
     * @description They are logged out everywhere at once. The audit log keeps their name. The last owner may go as well: the operator key stays.
     */
    delete: operations['deletePerson'];
    options?: never;
    head?: never;
    /**
     * Change a person
     * @description Another role holds from the next request on. Who is disabled is logged out everywhere at once, and open links to log in are void.
     */
    patch: operations['updatePerson'];
    trace?: never;
  };
  '/accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List accounts
     * @description Newest first.
     */
    get: operations['listAccounts'];
    put?: never;
    /**
     * Create an account
     * @description Its clients see its own brands and agents, and nothing that belongs to other accounts.
     */
    post: operations['createAccount'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/credentials': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List credentials
     * @description Newest first, without their secrets.
     */
    get: operations['listCredentials'];
    put?: never;
    /**
     * Create a client credential
     * @description The secret is in this response and nowhere else. An account can have several credentials, so that a new one is in use before the old one is deleted. With `scopes` its tokens may do no more than these, whatever they ask for; they cannot be changed later.
     */
    post: operations['createCredential'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/credentials/{clientId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a client credential
     * @description It gets no new tokens, and its existing ones are refused within 30 seconds.
     */
    delete: operations['deleteCredential'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/signing-tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List signing tokens
     * @description Newest first, without the tokens themselves.
     */
    get: operations['listSigningTokens'];
    put?: never;
    /**
     * Issue a signing token
     * @description The account's first token signs from now on (`current`); another one is `next` and signs alongside it until it is promoted. The token is in this response and nowhere else.
     */
    post: operations['issueSigningToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/signing-tokens/{signingTokenId}/promote': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Promote the next signing token
     * @description `next` becomes `current`, `current` becomes `previous`, and the old `previous` is retired.
     */
    post: operations['promoteSigningToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/signing-tokens/{signingTokenId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Retire a signing token
     * @description At once, whatever its stage. Without a `current` token, events are not signed.
     */
    delete: operations['retireSigningToken'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/brands': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List brands
     * @description Newest first.
     */
    get: operations['listBrands'];
    put?: never;
    /**
     * Create a brand
     * @description A brand belongs to one account, and an agent to one brand.
     */
    post: operations['createBrand'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List agents
     * @description Newest first.
     */
    get: operations['listAgents'];
    put?: never;
    /**
     * Create an agent
     * @description It is in test mode: until it is launched, messages go only to its registered test devices.
     */
    post: operations['createAgent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an agent
     * @description With its configuration.
     */
    get: operations['getAgent'];
    put?: never;
    post?: never;
    /**
     * Delete an agent
     * @description With its states and test devices. The messages it has sent and received stay until their retention ends.
     */
    delete: operations['deleteAgent'];
    options?: never;
    head?: never;
    /**
     * Change an agent
     * @description Only the fields that are sent change. `config` is merged field by field; `null` clears a field.
     */
    patch: operations['updateAgent'];
    trace?: never;
  };
  '/agents/{agentId}/launch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Launch an agent
     * @description From now on it may message any number. A launch cannot be undone.
     */
    post: operations['launchAgent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/devices': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List test devices
     * @description Newest first.
     */
    get: operations['listDevices'];
    put?: never;
    /**
     * Register a test device
     * @description Registering a number again returns 200 and changes nothing.
     */
    post: operations['registerDevice'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/devices/{phoneNumber}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a test device
     * @description An agent in test mode may no longer message it.
     */
    delete: operations['removeDevice'];
    options?: never;
    head?: never;
    /**
     * Change a test device
     * @description Whether it runs the draft of the flow.
     */
    patch: operations['updateDevice'];
    trace?: never;
  };
  '/agents/{agentId}/endpoints': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List further endpoints
     * @description Oldest first; an agent has 10 at most. Its own webhook is `config.eventForwardUrl`.
     */
    get: operations['listEndpoints'];
    put?: never;
    /**
     * Add a further endpoint
     * @description From now on it gets the events that fit, each independently of what other endpoints do.
     */
    post: operations['createEndpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/endpoint-statistics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * See how the endpoints are
     * @description How each endpoint of the agent answers, its own webhook first, and what waits for it or has failed there. What waits and has failed is counted at once, the rest every ten seconds.
     */
    get: operations['listEndpointStatistics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/endpoints/{endpointId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a further endpoint
     * @description Where it is, and what it gets.
     */
    get: operations['getEndpoint'];
    put?: never;
    post?: never;
    /**
     * Delete a further endpoint
     * @description What waits for it, or has failed there, is not sent any more. The events themselves stay.
     */
    delete: operations['deleteEndpoint'];
    options?: never;
    head?: never;
    /**
     * Change a further endpoint
     * @description Only the fields that are sent change; `null` clears a field. A new address also applies to waiting events, a new filter to events from now on. With an address of another origin, each of its headers must be given again, or cleared: a secret goes only where somebody who knows it has sent it.
     */
    patch: operations['updateEndpoint'];
    trace?: never;
  };
  '/agents/{agentId}/states': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List states
     * @description Ordered by id.
     */
    get: operations['listStates'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/states/{stateId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a state
     * @description As it was saved.
     */
    get: operations['getState'];
    /**
     * Replace a state
     * @description The whole body is replaced.
     */
    put: operations['replaceState'];
    /**
     * Create a state
     * @description It may refer to states that do not exist yet: `warnings` lists them.
     */
    post: operations['createState'];
    /**
     * Delete a state
     * @description Refused with 403 while another state has it as its `flowEntryStateId`.
     */
    delete: operations['deleteState'];
    options?: never;
    head?: never;
    /**
     * Change a state
     * @description Only the fields that are sent change; `null` removes one. Concurrent changes of different fields all succeed.
     */
    patch: operations['updateState'];
    trace?: never;
  };
  '/agents/{agentId}/flow': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the flow
     * @description All states of the agent, its keywords and its default state, as one document.
     */
    get: operations['getFlow'];
    /**
     * Replace the flow
     * @description All states, the keywords and the default state become those of the document, or nothing changes at all: one fault refuses everything, and up to 200 are reported. States that stay the same keep their `updatedAt`; other fields of the agent's `config` stay as they are. A state cannot be removed while one that stays names it as its `flowEntryStateId`. At most 2 at once per account, then 429.
     */
    put: operations['replaceFlow'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/tests': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List flow tests
     * @description Ordered by id; what is in them is in the single tests.
     */
    get: operations['listTests'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/tests/{testId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a flow test
     * @description The document, as it was saved.
     */
    get: operations['getTest'];
    /**
     * Save a flow test
     * @description Creates it, or replaces the one of this id. It is not run: that is `POST …/test-runs`. An agent may have up to 1000.
     */
    put: operations['putTest'];
    post?: never;
    /**
     * Delete a flow test
     * @description Versions keep the tests that they were published with.
     */
    delete: operations['deleteTest'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/test-runs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run flow tests
     * @description Runs saved or given tests against the flow, or against the given `flow` instead, which need not be saved, and answers with the result of each, and what of the flow they reached together. No connector is called, nothing is stored and nothing is sent. Together they may take 100,000 steps and 20 seconds; tests beyond that are skipped. At most two runs at once per account, then 429.
     */
    post: operations['runTests'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/tests/from-conversation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Write a flow test from a conversation
     * @description Turns become steps, with what the agent answered, what connectors answered, and the time in between. The user's number is replaced, and other personal data as far as it is recognised. Nothing is stored. It looks at the 100 turns up to `to`.
     */
    post: operations['writeTestFromConversation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/replays': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replay conversations on another flow
     * @description Begins a job: recorded sessions run on the draft as it is now, or on a version, with the same messages at the same times and the recorded results of operations. Nothing is sent and no connector is called. An agent may have 2 under way, then 429; the latest 20 are kept.
     */
    post: operations['startReplay'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/replays/{replayId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a replay
     * @description Its progress and what it has found so far. `same` means the same messages in the same order, the same waits and the same stops; `cannotSay` that the recording lacks what the flow needs.
     */
    get: operations['getReplay'];
    put?: never;
    post?: never;
    /**
     * Delete a replay
     * @description One that is under way ends.
     */
    delete: operations['deleteReplay'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/funnel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Count where conversations went
     * @description For each state how often it was entered, waited, was answered or left, failed and sent a message; for each way between two states how often it was taken. Counted from the log of turns: conversations by phone number, of each the first 200 turns, until 100000 have been looked at, which takes some seconds. `whole` says whether that was all. At most 2 at once per account, then 429.
     */
    get: operations['getFunnel'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/flow/findings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Find mistakes in the flow
     * @description What can be known without running it: missing and unreachable states, turns that cannot end, values that nothing sets, messages that break a limit, and more. Each code is explained in docs/findings.md.
     */
    get: operations['listFlowFindings'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/explorations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Explore the flow
     * @description Begins random conversations with the flow as it is now, in the background. What breaks it is reported with the shortest conversation that shows it, as a flow test. No connector is called and nothing is sent. An agent may have two under way, then 429; the latest 20 are kept.
     */
    post: operations['startExploration'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/explorations/{explorationId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an exploration
     * @description How far it is, and what it has found so far.
     */
    get: operations['getExploration'];
    put?: never;
    post?: never;
    /**
     * Cancel or delete an exploration
     * @description One under way ends within seconds. What it found is deleted too.
     */
    delete: operations['deleteExploration'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/versions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List versions
     * @description Newest first. With `publishing` `immediate` they are the history of the flow: changes by one author within a minute are one version. Versions are kept for 30 days, and the last ten, those that are live and those with sessions for longer.
     */
    get: operations['listVersions'];
    put?: never;
    /**
     * Publish a version
     * @description Checks the draft and runs its tests, freezes it as the next version and makes that live for new conversations, all or nothing. With `publishing` `immediate` the draft is live anyway: this gives it a number and a message.
     */
    post: operations['publishVersion'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/versions/{version}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a version
     * @description Its flow is at `GET /agents/{agentId}/flow?version=`.
     */
    get: operations['getVersion'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/versions/{version}/activate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a version live
     * @description For new conversations, or for a part of the phone numbers; an older one is a rollback. Which part is always the same people: those who have a version at 10 percent still have it at 50. With `publishing` `immediate` the draft becomes that version.
     */
    post: operations['activateVersion'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/versions/{version}/diff/{other}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Compare two versions
     * @description How the second, or the draft, differs from the first, state by state and path by path.
     */
    get: operations['diffVersions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/previews': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Preview a message
     * @description Renders a template with the given values, checks the result as a turn would, and returns it. No operation runs, nothing is stored and nothing is sent. At most eight at once per account, then 429.
     */
    post: operations['previewMessage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connectors': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List connectors
     * @description Those of one account, newest first, without the built-in `http`.
     */
    get: operations['listConnectors'];
    put?: never;
    /**
     * Define a connector
     * @description An API's address and the operations that states may call there.
     */
    post: operations['createConnector'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connectors/{connectorId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a connector
     * @description As it was defined.
     */
    get: operations['getConnector'];
    /**
     * Replace a connector
     * @description Its credentials stay. States that call an operation it no longer has fail there when they run.
     */
    put: operations['replaceConnector'];
    post?: never;
    /**
     * Delete a connector
     * @description With its credentials. Refused while a state uses it.
     */
    delete: operations['deleteConnector'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connectors/{connectorId}/authentications': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the credentials of a connector
     * @description Newest first, without their secrets.
     */
    get: operations['listAuthentications'];
    put?: never;
    /**
     * Store a credential for a connector
     * @description It is encrypted at rest and never returned. States refer to it by its `authenticationId`.
     */
    post: operations['createAuthentication'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connectors/{connectorId}/authentications/{authenticationId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a credential of a connector
     * @description Refused while a state uses it.
     */
    delete: operations['deleteAuthentication'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connectors/{connectorId}/operations/{operation}/runs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run an operation now
     * @description Calls the API for real, with the values given. A refusal of the API is `ok: false` with the reason, as a state would get it.
     */
    post: operations['runOperation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/media': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List media
     * @description Newest first.
     */
    get: operations['listMedia'];
    put?: never;
    /**
     * Upload a medium
     * @description The body is the file: `curl --data-binary @boots.jpg`. Its content decides what it is, not its name and not the `Content-Type`. Up to 100 MiB, in a minute.
     */
    post: operations['uploadMedium'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/media/{mediaId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a medium
     * @description What it is and where; the file itself is at its `url`.
     */
    get: operations['getMedium'];
    put?: never;
    post?: never;
    /**
     * Delete a medium
     * @description With its file. Refused while a state or an agent names it. Phones and caches may keep what they have fetched.
     */
    delete: operations['deleteMedium'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/media/{mediaId}/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the file of a medium
     * @description For anybody who knows the address. Ranges of bytes are answered with 206.
     */
    get: operations['readMedium'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/media/remote': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Look at a picture or video elsewhere
     * @description For the console: fetched from a public address, up to 16 MiB, and shown only if it is a picture or a video.
     */
    get: operations['lookAtMedium'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/states/{stateId}/send/{phoneNumber}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a state's message to a phone number
     * @description The user enters the state: its operations run, a transition may lead elsewhere, and the message is sent. 200 means that the request is stored and will not be lost; the outcome arrives as webhook events. In test mode, an agent messages only its registered test devices.
     */
    post: operations['sendState'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/messages/{messageId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an outbound message
     * @description Available as soon as the send request is accepted, even while the message waits or when its flow sent nothing.
     */
    get: operations['getMessage'];
    put?: never;
    post?: never;
    /**
     * Revoke a message
     * @description Possible after its dispatch to the RCS platform and before its delivery. The platform sends no event for it; rarely, a delivery that was in flight still arrives.
     */
    delete: operations['revokeMessage'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/conversations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List conversations
     * @description Ordered by phone number. With `standing` a page may have fewer rows than asked for, or none, and a `nextCursor`: there may be more.
     */
    get: operations['listConversations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/conversations/{phoneNumber}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a conversation
     * @description Where the user is, what was captured, and the turns with their traces, newest first; `cursor` pages to older ones.
     */
    get: operations['getConversation'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/conversations/{phoneNumber}/consent': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List consent changes
     * @description How and when the user opted out of this agent and back in, newest first. Empty if they never did. Kept permanently.
     */
    get: operations['listConsentChanges'];
    put?: never;
    /**
     * Record an opt-out or an opt-in
     * @description For a choice made elsewhere, by phone for example. It takes its place in the order of everything that arrives for the conversation; nothing is sent. If it changes nothing, the log stays as it is.
     */
    post: operations['recordConsent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List events
     * @description Newest first; with `status=FAILED`, the failure queue, ordered by when events entered it. A page may have few rows and still a `nextCursor`, if few of the events it scanned match the filter: go on with the cursor.
     */
    get: operations['listEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/events/{eventId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an event
     * @description With every attempt to forward it.
     */
    get: operations['getEvent'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/events/{eventId}/redeliver': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Forward an event again
     * @description With the same bytes and ids as before, whether or not the client already has it.
     */
    post: operations['redeliverEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/events/redeliver': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Forward many events again
     * @description Newest first, up to 10000 per call; those in the failure queue unless the filter selects others.
     */
    post: operations['redeliverEvents'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/events/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test event
     * @description Sends a signed example event of the class, a `UserMessage` if absent, to the webhook once and returns the response.
     */
    post: operations['testWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/events/stream': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Follow events
     * @description Server-sent events, for development: an endpoint in production is a webhook. `ready` comes first. Each `event` has the event's id as its `id` and `{ headers, body }` as its data: the request that a webhook gets, signed in the same way, and `body` to the byte. `skipped`: the reader was too slow, or away for too long, and lacks events before the next.
     *
     *     With `signalOnly` there are no events, but a `new` whenever there are some, with the last one's id as its `id`: for a page that reads them itself.
     *
     *     It begins with the next event, or after the one in `Last-Event-ID`; then some are repeated, so compare ids. It ends when the access token expires: connect again. The agent's own webhook gets its events as ever.
     */
    get: operations['streamEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/failures/summary': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Summarize the failure queue
     * @description How many events failed in which way, what that usually means, and how the endpoints of the agent are.
     */
    get: operations['getFailureSummary'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/failures/summary': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Summarize the failure queues of all agents
     * @description As for one agent, by agent, endpoint and reason; of all endpoints, if the filter names none.
     */
    get: operations['getFailureSummaryOfAll'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/events/discard': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Discard events of the failure queue
     * @description They leave the queue and keep their history; each can still be forwarded again by its id. Newest first, up to 10000 per call.
     */
    post: operations['discardEvents'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/redeliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List redeliveries
     * @description Newest first. They are kept for 30 days.
     */
    get: operations['listRedeliveries'];
    put?: never;
    /**
     * Forward failed events again, one first
     * @description One event is sent, the newest; the others follow when the webhook has taken it, and otherwise stay in the failure queue. It goes on in the background, newest first; events that fail later are not included.
     */
    post: operations['createRedelivery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/redeliveries/{redeliveryId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a redelivery
     * @description How far it is, and why it stopped.
     */
    get: operations['getRedelivery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{agentId}/redeliveries/{redeliveryId}/stop': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Stop a redelivery
     * @description Events that were handed to forwarding are sent; the others stay in the queue.
     */
    post: operations['stopRedelivery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dead-letters': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List dead letters
     * @description What was given up so that its conversation could go on: its turn, or the dispatch of its message (kind `dispatch`), failed five times, or crashed the process ten times. Newest first.
     */
    get: operations['listDeadLetters'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dead-letters/{lane}/{seq}/retry': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Retry a dead letter
     * @description Once the cause of the failure is fixed. It is processed as if it had arrived now, under the same message id.
     */
    post: operations['retryDeadLetter'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dead-letters/{lane}/{seq}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a dead letter
     * @description It will never be processed.
     */
    delete: operations['deleteDeadLetter'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/audit-log': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List changes
     * @description The audit log, newest first: an entry for each change that was made through the API. Sends and the events of messages are no changes. Entries cannot be changed or deleted; they are kept for 400 days.
     */
    get: operations['listAuditEntries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/overview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the overview
     * @description What is running, the traffic of a span, what waits and what needs attention. At most two seconds old.
     */
    get: operations['getOverview'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get this document
     * @description OpenAPI 3.1, including the webhooks.
     */
    get: operations['getOpenapi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/asyncapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the AsyncAPI document
     * @description AsyncAPI 3.0: the events, as webhooks and as a stream.
     */
    get: operations['getAsyncapi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/flow.schema.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the JSON Schema of a flow document
     * @description JSON Schema 2020-12. Name it as `$schema` in the document, and an editor checks and completes it.
     */
    get: operations['getFlowSchema'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/flow-test.schema.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the JSON Schema of a flow test
     * @description JSON Schema 2020-12, to be named as `$schema` in the document.
     */
    get: operations['getFlowTestSchema'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/oauth2/token': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Get an access token
     * @description The client credentials grant. The client authenticates with HTTP Basic, or with client_id and client_secret in the body. There is no refresh token: request another one before `expires_in` has passed.
     */
    post: operations['createAccessToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  UserMessage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A user wrote, tapped a chip, shared a location or sent a file
     * @description Forwarded after the reply has reached the RCS platform. Sent to the agent's `config.eventForwardUrl`.
     */
    post: operations['onUserMessage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  UserEvent: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A delivery, a read receipt, typing, a subscription or an unsubscription
     * @description Forwarded unchanged. Sent to the agent's `config.eventForwardUrl`.
     */
    post: operations['onUserEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  ServerEvent: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The outcome of an outbound message
     * @description Sent, failed, or revoked after its time to live. Sent to the agent's `config.eventForwardUrl`.
     */
    post: operations['onServerEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    Account: {
      accountId: string;
      name: string;
      /** Format: date-time */
      createdAt: string;
    };
    NewAccount: {
      name: string;
    };
    Agent: {
      agentId: string;
      accountId: string;
      brandId: string;
      name: string;
      /**
       * @description The use case that the agent is registered for.
       * @enum {string}
       */
      useCase: 'TRANSACTIONAL' | 'PROMOTIONAL' | 'MULTI_USE' | 'OTP';
      /** @enum {string} */
      mode: 'TEST' | 'LAUNCHED';
      config: {
        /** @description Webhook URL, publicly reachable over HTTPS, that receives forwarded events. */
        eventForwardUrl?: string;
        /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
        defaultState?: string;
        keywords?: {
          /** @description Compared without case and surrounding whitespace. */
          keyword: string;
          /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
          stateId: string;
        }[];
        /** @description How users opt out and back in. */
        optOut?: {
          /** @description Messages that opt the user out, in place of the default ones; STOP, BAJA and PARAR, which the platform sends, always do. Compared as whole messages, without case, accents, punctuation and whitespace. */
          words?: string[];
          /** @description Messages that opt the user back in, in place of the default ones; START, ALTA, DÉMARRER and COMEÇAR, which the platform sends, always do. */
          returnWords?: string[];
          /** @description The reply to an opt-out word, sent once and verbatim; none if absent. A keyword of the agent for the word takes precedence. */
          acknowledgement?: string;
        };
        /** @description How the agent introduces itself on phones; absent fields are left out. */
        identity?: {
          /** @description What it is for, up to 100 characters. */
          description?: string;
          /** @description A square picture, 224 × 224, up to 50 kB; phones show it as a circle. */
          logoUri?: string;
          /** @description A banner, 1440 × 448, up to 200 kB. */
          heroUri?: string;
          /**
           * @description Of what stands out in the conversation: dark enough to be read on white.
           * @example #0B57D0
           */
          color?: string;
          /** @description Links on the page of information. */
          websites?: {
            /** @description Where it leads. */
            uri: string;
            label: string;
          }[];
        };
        /**
         * @description `immediate` (if absent): what is saved is live at once. `explicit`: it is a draft until a version is published.
         * @enum {string}
         */
        publishing?: 'immediate' | 'explicit';
        /**
         * @description Whole seconds with an s, from 1s to 99999999s: a session ends after this long without traffic; `86400s` if absent.
         * @example 86400s
         */
        sessionTtl?: string;
        /** @description Ask the platform whether the number has RCS before sending; on if absent. */
        capabilityCheck?: boolean;
        /** @description The agent's id at the RCS platform; the agentId if absent. Only the operator can set it. */
        platformAgentId?: string;
      };
      /** @description What `POST …/activate` has decided; for `publishing` `explicit`. */
      rollout?: {
        /** @description The live versions. */
        shares: {
          version: number;
          /** @description Of the phone numbers; the shares add up to 100. */
          percent: number;
        }[];
        /** @description Counts the activations. */
        activation: number;
        /** @description Sessions that began in an earlier activation are not pinned any more. */
        movedBefore: number;
      };
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    AgentPatch: {
      /** @description Display name, 1 to 100 characters. */
      name?: string;
      /**
       * @description The use case that the agent is registered for.
       * @enum {string}
       */
      useCase?: 'TRANSACTIONAL' | 'PROMOTIONAL' | 'MULTI_USE' | 'OTP';
      config?: {
        eventForwardUrl?: string | null;
        defaultState?: string | null;
        keywords?:
          | {
              /** @description Compared without case and surrounding whitespace. */
              keyword: string;
              /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
              stateId: string;
            }[]
          | null;
        optOut?: {
          /** @description Messages that opt the user out, in place of the default ones; STOP, BAJA and PARAR, which the platform sends, always do. Compared as whole messages, without case, accents, punctuation and whitespace. */
          words?: string[];
          /** @description Messages that opt the user back in, in place of the default ones; START, ALTA, DÉMARRER and COMEÇAR, which the platform sends, always do. */
          returnWords?: string[];
          /** @description The reply to an opt-out word, sent once and verbatim; none if absent. A keyword of the agent for the word takes precedence. */
          acknowledgement?: string;
        } | null;
        identity?: {
          /** @description What it is for, up to 100 characters. */
          description?: string;
          /** @description A square picture, 224 × 224, up to 50 kB; phones show it as a circle. */
          logoUri?: string;
          /** @description A banner, 1440 × 448, up to 200 kB. */
          heroUri?: string;
          /**
           * @description Of what stands out in the conversation: dark enough to be read on white.
           * @example #0B57D0
           */
          color?: string;
          /** @description Links on the page of information. */
          websites?: {
            /** @description Where it leads. */
            uri: string;
            label: string;
          }[];
        } | null;
        publishing?: ('immediate' | 'explicit') | null;
        sessionTtl?: string | null;
        capabilityCheck?: boolean | null;
        platformAgentId?: string | null;
      };
    };
    NewAgent: {
      /** @description Display name, 1 to 100 characters. */
      name: string;
      brandId: string;
      /**
       * @description The use case that the agent is registered for.
       * @enum {string}
       */
      useCase: 'TRANSACTIONAL' | 'PROMOTIONAL' | 'MULTI_USE' | 'OTP';
      config?: {
        /** @description Webhook URL, publicly reachable over HTTPS, that receives forwarded events. */
        eventForwardUrl?: string;
        /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
        defaultState?: string;
        keywords?: {
          /** @description Compared without case and surrounding whitespace. */
          keyword: string;
          /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
          stateId: string;
        }[];
        /** @description How users opt out and back in. */
        optOut?: {
          /** @description Messages that opt the user out, in place of the default ones; STOP, BAJA and PARAR, which the platform sends, always do. Compared as whole messages, without case, accents, punctuation and whitespace. */
          words?: string[];
          /** @description Messages that opt the user back in, in place of the default ones; START, ALTA, DÉMARRER and COMEÇAR, which the platform sends, always do. */
          returnWords?: string[];
          /** @description The reply to an opt-out word, sent once and verbatim; none if absent. A keyword of the agent for the word takes precedence. */
          acknowledgement?: string;
        };
        /** @description How the agent introduces itself on phones; absent fields are left out. */
        identity?: {
          /** @description What it is for, up to 100 characters. */
          description?: string;
          /** @description A square picture, 224 × 224, up to 50 kB; phones show it as a circle. */
          logoUri?: string;
          /** @description A banner, 1440 × 448, up to 200 kB. */
          heroUri?: string;
          /**
           * @description Of what stands out in the conversation: dark enough to be read on white.
           * @example #0B57D0
           */
          color?: string;
          /** @description Links on the page of information. */
          websites?: {
            /** @description Where it leads. */
            uri: string;
            label: string;
          }[];
        };
        /**
         * @description `immediate` (if absent): what is saved is live at once. `explicit`: it is a draft until a version is published.
         * @enum {string}
         */
        publishing?: 'immediate' | 'explicit';
        /**
         * @description Whole seconds with an s, from 1s to 99999999s: a session ends after this long without traffic; `86400s` if absent.
         * @example 86400s
         */
        sessionTtl?: string;
        /** @description Ask the platform whether the number has RCS before sending; on if absent. */
        capabilityCheck?: boolean;
        /** @description The agent's id at the RCS platform; the agentId if absent. Only the operator can set it. */
        platformAgentId?: string;
      };
    };
    Brand: {
      brandId: string;
      accountId: string;
      name: string;
      /** Format: date-time */
      createdAt: string;
    };
    NewBrand: {
      /** @description Display name, 1 to 100 characters. */
      name: string;
      /** @description The account that the brand belongs to; `default` if absent. */
      accountId?: string;
    };
    Authentication: {
      authenticationId: string;
      /** @description A letter, then letters, digits, _ and -; 1 to 64 characters. `http` is built in and cannot be defined. */
      connectorId: string;
      name: string;
      /** @enum {string} */
      type: 'basic' | 'bearer' | 'apiKey' | 'oauth2ClientCredentials';
      /** Format: date-time */
      createdAt: string;
    };
    NewAuthentication:
      | {
          /** @description A label for people. */
          name: string;
          /** @constant */
          type: 'basic';
          /** @description No colon (RFC 7617). */
          username: string;
          password: string;
        }
      | {
          /** @description A label for people. */
          name: string;
          /** @constant */
          type: 'bearer';
          token: string;
        }
      | {
          /** @description A label for people. */
          name: string;
          /** @constant */
          type: 'apiKey';
          /**
           * @description Where the key is sent.
           * @enum {string}
           */
          in: 'header' | 'query';
          /**
           * @description The name of the header or of the query parameter.
           * @example X-Api-Key
           */
          parameter: string;
          key: string;
        }
      | {
          /** @description A label for people. */
          name: string;
          /** @constant */
          type: 'oauth2ClientCredentials';
          /** @description The token endpoint: https, a public host. */
          tokenUrl: string;
          clientId: string;
          clientSecret: string;
          scope?: string;
          /**
           * @description How the client authenticates at the token endpoint (RFC 6749 §2.3.1): `basic` if absent.
           * @enum {string}
           */
          clientAuthentication?: 'basic' | 'body';
        };
    Connector: {
      /** @description A letter, then letters, digits, _ and -; 1 to 64 characters. `http` is built in and cannot be defined. */
      connectorId: string;
      /**
       * @description https, a public host, no query; a path is kept.
       * @example https://api.example.com/v2
       */
      baseUrl: string;
      /** @description Keyed by the name that a state's operation refers to. */
      operations: {
        [key: string]:
          | {
              /** @description What it does, for people. */
              description?: string;
              /** @enum {string} */
              method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
              /**
               * @description Added to the baseUrl. `{name}` stands for `data.name` of the state's operation, encoded for a path segment.
               * @example /customers/{customerId}/orders
               */
              path: string;
              /** @description A value that is just `{name}` is left out when there is no such data. */
              query?: {
                [key: string]: string;
              };
              /** @description A value that is just `{name}` is left out when there is no such data. */
              headers?: {
                [key: string]: string;
              };
              /**
               * @description Sent as JSON. A string that is just `{name}` becomes that value of `data`, whatever its type, or is left out.
               * @example {
               *       "customer": "{customerId}",
               *       "note": "Called by {name}"
               *     }
               */
              body?: unknown;
              /**
               * @description What is known about each `{name}`; one that is not described may be any value.
               * @example {
               *       "customerId": {
               *         "type": "integer",
               *         "required": true,
               *         "description": "As printed on the invoice"
               *       }
               *     }
               */
              placeholders?: {
                [key: string]: {
                  /**
                   * @description Liquid renders text: in a body, text for a number, an integer or a boolean becomes one, and empty text is left out.
                   * @enum {string}
                   */
                  type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
                  /** @description Whether the operation is refused without it. */
                  required?: boolean;
                  description?: string;
                  /** @description Choices that a form offers; nothing is checked against them. */
                  enum?: string[];
                };
              };
            }
          | {
              /** @description What it does, for people. */
              description?: string;
              /** @description As the endpoint calls it. */
              model: string;
              /** @description Tokens of an answer at most: 500 if absent. */
              maxTokens?: number;
              /**
               * @description Further fields of the request. null leaves out one of ours that an endpoint does not know.
               * @example {
               *       "temperature": 0,
               *       "response_format": null
               *     }
               */
              parameters?: {
                [key: string]: unknown;
              };
            }
          | {
              /** @description What it does, for people. */
              description?: string;
              /** @description As the server calls it. */
              tool: string;
              /**
               * @description With placeholders, as in a body.
               * @example {
               *       "orderId": "{orderId}"
               *     }
               */
              arguments?: {
                [key: string]: unknown;
              };
              /**
               * @description What is known about each `{name}`; one that is not described may be any value.
               * @example {
               *       "customerId": {
               *         "type": "integer",
               *         "required": true,
               *         "description": "As printed on the invoice"
               *       }
               *     }
               */
              placeholders?: {
                [key: string]: {
                  /**
                   * @description Liquid renders text: in a body, text for a number, an integer or a boolean becomes one, and empty text is left out.
                   * @enum {string}
                   */
                  type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
                  /** @description Whether the operation is refused without it. */
                  required?: boolean;
                  description?: string;
                  /** @description Choices that a form offers; nothing is checked against them. */
                  enum?: string[];
                };
              };
            };
      };
      /** @description For models: tokens of questions and answers together. Beyond them an operation fails with `tokens_spent`. */
      tokenLimits?: {
        /** @description Those of all operations of one turn: 20000 if absent. */
        perTurn?: number;
        /** @description Those of this connector on a day, UTC: 1000000 if absent. */
        perDay?: number;
      };
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    NewConnector: {
      /** @description A letter, then letters, digits, _ and -; 1 to 64 characters. `http` is built in and cannot be defined. */
      connectorId: string;
      /**
       * @description https, a public host, no query; a path is kept.
       * @example https://api.example.com/v2
       */
      baseUrl: string;
      /** @description Keyed by the name that a state's operation refers to. */
      operations: {
        [key: string]:
          | {
              /** @description What it does, for people. */
              description?: string;
              /** @enum {string} */
              method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
              /**
               * @description Added to the baseUrl. `{name}` stands for `data.name` of the state's operation, encoded for a path segment.
               * @example /customers/{customerId}/orders
               */
              path: string;
              /** @description A value that is just `{name}` is left out when there is no such data. */
              query?: {
                [key: string]: string;
              };
              /** @description A value that is just `{name}` is left out when there is no such data. */
              headers?: {
                [key: string]: string;
              };
              /**
               * @description Sent as JSON. A string that is just `{name}` becomes that value of `data`, whatever its type, or is left out.
               * @example {
               *       "customer": "{customerId}",
               *       "note": "Called by {name}"
               *     }
               */
              body?: unknown;
              /**
               * @description What is known about each `{name}`; one that is not described may be any value.
               * @example {
               *       "customerId": {
               *         "type": "integer",
               *         "required": true,
               *         "description": "As printed on the invoice"
               *       }
               *     }
               */
              placeholders?: {
                [key: string]: {
                  /**
                   * @description Liquid renders text: in a body, text for a number, an integer or a boolean becomes one, and empty text is left out.
                   * @enum {string}
                   */
                  type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
                  /** @description Whether the operation is refused without it. */
                  required?: boolean;
                  description?: string;
                  /** @description Choices that a form offers; nothing is checked against them. */
                  enum?: string[];
                };
              };
            }
          | {
              /** @description What it does, for people. */
              description?: string;
              /** @description As the endpoint calls it. */
              model: string;
              /** @description Tokens of an answer at most: 500 if absent. */
              maxTokens?: number;
              /**
               * @description Further fields of the request. null leaves out one of ours that an endpoint does not know.
               * @example {
               *       "temperature": 0,
               *       "response_format": null
               *     }
               */
              parameters?: {
                [key: string]: unknown;
              };
            }
          | {
              /** @description What it does, for people. */
              description?: string;
              /** @description As the server calls it. */
              tool: string;
              /**
               * @description With placeholders, as in a body.
               * @example {
               *       "orderId": "{orderId}"
               *     }
               */
              arguments?: {
                [key: string]: unknown;
              };
              /**
               * @description What is known about each `{name}`; one that is not described may be any value.
               * @example {
               *       "customerId": {
               *         "type": "integer",
               *         "required": true,
               *         "description": "As printed on the invoice"
               *       }
               *     }
               */
              placeholders?: {
                [key: string]: {
                  /**
                   * @description Liquid renders text: in a body, text for a number, an integer or a boolean becomes one, and empty text is left out.
                   * @enum {string}
                   */
                  type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
                  /** @description Whether the operation is refused without it. */
                  required?: boolean;
                  description?: string;
                  /** @description Choices that a form offers; nothing is checked against them. */
                  enum?: string[];
                };
              };
            };
      };
      /** @description For models: tokens of questions and answers together. Beyond them an operation fails with `tokens_spent`. */
      tokenLimits?: {
        /** @description Those of all operations of one turn: 20000 if absent. */
        perTurn?: number;
        /** @description Those of this connector on a day, UTC: 1000000 if absent. */
        perDay?: number;
      };
    };
    ConnectorDefinition: {
      /**
       * @description https, a public host, no query; a path is kept.
       * @example https://api.example.com/v2
       */
      baseUrl: string;
      /** @description Keyed by the name that a state's operation refers to. */
      operations: {
        [key: string]:
          | {
              /** @description What it does, for people. */
              description?: string;
              /** @enum {string} */
              method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
              /**
               * @description Added to the baseUrl. `{name}` stands for `data.name` of the state's operation, encoded for a path segment.
               * @example /customers/{customerId}/orders
               */
              path: string;
              /** @description A value that is just `{name}` is left out when there is no such data. */
              query?: {
                [key: string]: string;
              };
              /** @description A value that is just `{name}` is left out when there is no such data. */
              headers?: {
                [key: string]: string;
              };
              /**
               * @description Sent as JSON. A string that is just `{name}` becomes that value of `data`, whatever its type, or is left out.
               * @example {
               *       "customer": "{customerId}",
               *       "note": "Called by {name}"
               *     }
               */
              body?: unknown;
              /**
               * @description What is known about each `{name}`; one that is not described may be any value.
               * @example {
               *       "customerId": {
               *         "type": "integer",
               *         "required": true,
               *         "description": "As printed on the invoice"
               *       }
               *     }
               */
              placeholders?: {
                [key: string]: {
                  /**
                   * @description Liquid renders text: in a body, text for a number, an integer or a boolean becomes one, and empty text is left out.
                   * @enum {string}
                   */
                  type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
                  /** @description Whether the operation is refused without it. */
                  required?: boolean;
                  description?: string;
                  /** @description Choices that a form offers; nothing is checked against them. */
                  enum?: string[];
                };
              };
            }
          | {
              /** @description What it does, for people. */
              description?: string;
              /** @description As the endpoint calls it. */
              model: string;
              /** @description Tokens of an answer at most: 500 if absent. */
              maxTokens?: number;
              /**
               * @description Further fields of the request. null leaves out one of ours that an endpoint does not know.
               * @example {
               *       "temperature": 0,
               *       "response_format": null
               *     }
               */
              parameters?: {
                [key: string]: unknown;
              };
            }
          | {
              /** @description What it does, for people. */
              description?: string;
              /** @description As the server calls it. */
              tool: string;
              /**
               * @description With placeholders, as in a body.
               * @example {
               *       "orderId": "{orderId}"
               *     }
               */
              arguments?: {
                [key: string]: unknown;
              };
              /**
               * @description What is known about each `{name}`; one that is not described may be any value.
               * @example {
               *       "customerId": {
               *         "type": "integer",
               *         "required": true,
               *         "description": "As printed on the invoice"
               *       }
               *     }
               */
              placeholders?: {
                [key: string]: {
                  /**
                   * @description Liquid renders text: in a body, text for a number, an integer or a boolean becomes one, and empty text is left out.
                   * @enum {string}
                   */
                  type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
                  /** @description Whether the operation is refused without it. */
                  required?: boolean;
                  description?: string;
                  /** @description Choices that a form offers; nothing is checked against them. */
                  enum?: string[];
                };
              };
            };
      };
      /** @description For models: tokens of questions and answers together. Beyond them an operation fails with `tokens_spent`. */
      tokenLimits?: {
        /** @description Those of all operations of one turn: 20000 if absent. */
        perTurn?: number;
        /** @description Those of this connector on a day, UTC: 1000000 if absent. */
        perDay?: number;
      };
    };
    Credential: {
      clientId: string;
      accountId: string;
      name: string;
      /** @description What its access tokens may be limited to; everything that a client may do if absent. */
      scopes?: (
        | 'agents:read'
        | 'agents:write'
        | 'flows:read'
        | 'flows:write'
        | 'flows:publish'
        | 'messages:read'
        | 'messages:send'
        | 'conversations:read'
        | 'conversations:write'
        | 'events:read'
        | 'events:write'
        | 'connectors:read'
        | 'connectors:write'
        | 'media:read'
        | 'media:write'
        | 'audit:read'
      )[];
      /** Format: date-time */
      createdAt: string;
      lastUsedAt: string | null;
    };
    CredentialWithSecret: {
      clientId: string;
      accountId: string;
      name: string;
      /** @description What its access tokens may be limited to; everything that a client may do if absent. */
      scopes?: (
        | 'agents:read'
        | 'agents:write'
        | 'flows:read'
        | 'flows:write'
        | 'flows:publish'
        | 'messages:read'
        | 'messages:send'
        | 'conversations:read'
        | 'conversations:write'
        | 'events:read'
        | 'events:write'
        | 'connectors:read'
        | 'connectors:write'
        | 'media:read'
        | 'media:write'
        | 'audit:read'
      )[];
      /** Format: date-time */
      createdAt: string;
      lastUsedAt: string | null;
      /** @description Shown once; it cannot be retrieved later. */
      clientSecret: string;
    };
    NewCredential: {
      name: string;
      /** @description What its access tokens may be limited to; everything that a client may do if absent. */
      scopes?: (
        | 'agents:read'
        | 'agents:write'
        | 'flows:read'
        | 'flows:write'
        | 'flows:publish'
        | 'messages:read'
        | 'messages:send'
        | 'conversations:read'
        | 'conversations:write'
        | 'events:read'
        | 'events:write'
        | 'connectors:read'
        | 'connectors:write'
        | 'media:read'
        | 'media:write'
        | 'audit:read'
      )[];
      /** @description The account that the client acts for; `default` if absent. */
      accountId?: string;
    };
    Device: {
      /**
       * @description E.164: +, country code and number; no spaces, dashes or brackets.
       * @example +15550100001
       */
      phoneNumber: string;
      /** @description It runs the draft of the flow, where `publishing` is `explicit`; absent if not. */
      draft?: boolean;
      /** Format: date-time */
      createdAt: string;
    };
    NewDevice: {
      /**
       * @description E.164: +, country code and number; no spaces, dashes or brackets.
       * @example +15550100001
       */
      phoneNumber: string;
      /** @description It runs the draft of the flow, where `publishing` is `explicit`; absent if not. */
      draft?: boolean;
    };
    DevicePatch: {
      /** @description It runs the draft of the flow, where `publishing` is `explicit`; absent if not. */
      draft?: boolean;
    };
    Endpoint: {
      endpointId: string;
      agentId: string;
      /** @description Publicly reachable over HTTPS. */
      url: string;
      /** @description For people: whose it is, what it does. */
      description?: string;
      /** @description Only events of these classes; all if absent. */
      classes?: ('UserMessage' | 'UserEvent' | 'ServerEvent')[];
      /** @description Only events of these types, as in the list of events: `eventType`, or of a UserMessage what it has. All if absent. */
      types?: (
        | 'text'
        | 'suggestion'
        | 'location'
        | 'file'
        | 'DELIVERED'
        | 'READ'
        | 'IS_TYPING'
        | 'SUBSCRIBE'
        | 'UNSUBSCRIBE'
        | 'SENT'
        | 'FAILED'
        | 'TTL_EXPIRATION_REVOKED'
        | 'TTL_EXPIRATION_REVOKE_FAILED'
      )[];
      /** @description Requests a second that it gets at most, from all processes together; the others wait. No limit if absent. */
      perSecond?: number;
      /** @description The names of the headers that it gets; their values are not shown. */
      headers?: {
        [key: string]: '(a secret)';
      };
      /**
       * Format: date-time
       * @description Since when it is paused; absent if it is not.
       */
      pausedAt?: string;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    NewEndpoint: {
      /** @description Publicly reachable over HTTPS. */
      url: string;
      /** @description For people: whose it is, what it does. */
      description?: string;
      /** @description Only events of these classes; all if absent. */
      classes?: ('UserMessage' | 'UserEvent' | 'ServerEvent')[];
      /** @description Only events of these types, as in the list of events: `eventType`, or of a UserMessage what it has. All if absent. */
      types?: (
        | 'text'
        | 'suggestion'
        | 'location'
        | 'file'
        | 'DELIVERED'
        | 'READ'
        | 'IS_TYPING'
        | 'SUBSCRIBE'
        | 'UNSUBSCRIBE'
        | 'SENT'
        | 'FAILED'
        | 'TTL_EXPIRATION_REVOKED'
        | 'TTL_EXPIRATION_REVOKE_FAILED'
      )[];
      /** @description Requests a second that it gets at most, from all processes together; the others wait. No limit if absent. */
      perSecond?: number;
      /**
       * @description Sent with each request to it, such as `Authorization`. Stored encrypted and never returned. At most 10; names are tokens of at most 100 characters, whose case is ignored, and not those of the connection or of our own headers.
       * @example {
       *       "X-Api-Key": "made-by-your-gateway"
       *     }
       */
      headers?: {
        [key: string]: string;
      };
      /** @description Whether it gets nothing for now: its events wait, for 30 days at most. */
      paused?: boolean;
    };
    EndpointPatch: {
      /** @description Publicly reachable over HTTPS. */
      url?: string;
      description?: string | null;
      classes?: ('UserMessage' | 'UserEvent' | 'ServerEvent')[] | null;
      types?:
        | (
            | 'text'
            | 'suggestion'
            | 'location'
            | 'file'
            | 'DELIVERED'
            | 'READ'
            | 'IS_TYPING'
            | 'SUBSCRIBE'
            | 'UNSUBSCRIBE'
            | 'SENT'
            | 'FAILED'
            | 'TTL_EXPIRATION_REVOKED'
            | 'TTL_EXPIRATION_REVOKE_FAILED'
          )[]
        | null;
      perSecond?: number | null;
      headers?: {
        [key: string]: string | null;
      } | null;
      /** @description Whether it gets nothing for now: its events wait, for 30 days at most. */
      paused?: boolean;
    };
    EndpointStatistics: {
      agentId: string;
      /** @description Of a further endpoint; null for the agent's own webhook. */
      endpointId: string | null;
      /** @description The agent's. */
      name: string;
      /** @description Of the agent's own webhook, its `eventForwardUrl`. */
      url: string | null;
      /**
       * @description `open`: it keeps failing, and its events wait until one of them succeeds.
       * @enum {string}
       */
      breaker: 'closed' | 'open';
      /** @description When the breaker opened. */
      openSince: string | null;
      /** @description Since when it has answered nothing but 4xx, at least ten times; else null. */
      refusingSince: string | null;
      /** @description When it last accepted an event. */
      lastAcceptedAt: string | null;
      /** @description When it last did not. */
      lastFailedAt: string | null;
      /** @description Since when it is paused. */
      pausedSince: string | null;
      /** @description Events that it has accepted so far. */
      accepted: number;
      /** @description Events that went to its failure queue after an attempt. */
      givenUp: number;
      /** @description The median of its latest attempts, in milliseconds. */
      answerMs: number | null;
      /** @description Events that wait for it; counting stops at 10000. */
      waiting: number;
      /** @description When the first of those came about. */
      oldestAt: string | null;
      /** @description Events in its failure queue. */
      failed: number;
    };
    SigningToken: {
      signingTokenId: string;
      accountId: string;
      /** @enum {string} */
      stage: 'next' | 'current' | 'previous' | 'retired';
      /** Format: date-time */
      createdAt: string;
    };
    SigningTokenWithSecret: {
      signingTokenId: string;
      accountId: string;
      /** @enum {string} */
      stage: 'next' | 'current' | 'previous' | 'retired';
      /** Format: date-time */
      createdAt: string;
      /** @description Shown once; it cannot be retrieved later. */
      signingToken: string;
    };
    NewSigningToken: {
      /** @description `default` if absent. */
      accountId?: string;
    };
    State: {
      agentId: string;
      /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
      stateId: string;
      /**
       * @description What people call the state, beside its id; users of the agent never see it.
       * @example Ask for the order number
       */
      displayName?: string;
      /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
      flowEntryStateId?: string;
      template?: {
        contentMessage: components['schemas']['ContentMessage'];
      };
      /**
       * @description The traffic type of the state's message, for the RCS platform, where the agent's use case does not imply it.
       * @enum {string}
       */
      messageTrafficType?: 'AUTHENTICATION' | 'TRANSACTION' | 'PROMOTION' | 'SERVICEREQUEST' | 'ACKNOWLEDGEMENT';
      /** @description The text, titles and descriptions of the message may show what a model wrote (see `instructions` of an operation). Where a rendered one is too long or links elsewhere, that text is absent, as it is everywhere else. */
      modelText?: {
        /** @description Characters of a text, a title or a description that holds such text, once rendered. */
        maxLength: number;
        /** @description Where links in it may lead: none if absent. */
        links?: string[];
      };
      operations?: {
        connectorId: string;
        /** @description The credential to use; the literal `none` for connectors that need no credentials. */
        authenticationId: string;
        operation: string;
        /** @description Letters, digits and _, 1 to 64 characters; not __proto__, constructor or prototype. */
        contextKey: string;
        /** @description Parameters; every string may contain Liquid. */
        data: {
          [key: string]: unknown;
        };
        /** @description For an operation that asks a model: what it shall do. It is no Liquid, so that what a user wrote cannot get into it; `data` is given to the model as a message of its own. */
        instructions?: string;
        /**
         * @description JSON Schema of the result; one that does not fit fails with `invalid_answer`. Keywords: type, description, title, enum, const, properties, required, items, minItems, maxItems, minLength, maxLength, minimum, maximum. Fields that are not in `properties` do not fit.
         * @example {
         *       "type": "object",
         *       "required": [
         *         "topic"
         *       ],
         *       "properties": {
         *         "topic": {
         *           "type": "string",
         *           "enum": [
         *             "order",
         *             "return",
         *             "other"
         *           ]
         *         }
         *       }
         *     }
         */
        answerSchema?: {
          [key: string]: unknown;
        };
      }[];
      transitions?: {
        /** @description Liquid; the transition fires when the rendered output, trimmed, is exactly `true`. */
        condition: string;
        /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
        nextState: string;
      }[];
      input?: {
        /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
        nextState: string;
        assignments?: {
          /** @description A path in the user's message (`message.text`, `text`, `suggestionResponse.postbackData`), or JSONPath if it starts with `$`. */
          from: string;
          /** @description Letters, digits and _, 1 to 64 characters; not __proto__, constructor or prototype. */
          to: string;
        }[];
      };
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    StateBody: {
      /**
       * @description What people call the state, beside its id; users of the agent never see it.
       * @example Ask for the order number
       */
      displayName?: string;
      /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
      flowEntryStateId?: string;
      template?: {
        contentMessage: components['schemas']['ContentMessage'];
      };
      /**
       * @description The traffic type of the state's message, for the RCS platform, where the agent's use case does not imply it.
       * @enum {string}
       */
      messageTrafficType?: 'AUTHENTICATION' | 'TRANSACTION' | 'PROMOTION' | 'SERVICEREQUEST' | 'ACKNOWLEDGEMENT';
      /** @description The text, titles and descriptions of the message may show what a model wrote (see `instructions` of an operation). Where a rendered one is too long or links elsewhere, that text is absent, as it is everywhere else. */
      modelText?: {
        /** @description Characters of a text, a title or a description that holds such text, once rendered. */
        maxLength: number;
        /** @description Where links in it may lead: none if absent. */
        links?: string[];
      };
      operations?: {
        connectorId: string;
        /** @description The credential to use; the literal `none` for connectors that need no credentials. */
        authenticationId: string;
        operation: string;
        /** @description Letters, digits and _, 1 to 64 characters; not __proto__, constructor or prototype. */
        contextKey: string;
        /** @description Parameters; every string may contain Liquid. */
        data: {
          [key: string]: unknown;
        };
        /** @description For an operation that asks a model: what it shall do. It is no Liquid, so that what a user wrote cannot get into it; `data` is given to the model as a message of its own. */
        instructions?: string;
        /**
         * @description JSON Schema of the result; one that does not fit fails with `invalid_answer`. Keywords: type, description, title, enum, const, properties, required, items, minItems, maxItems, minLength, maxLength, minimum, maximum. Fields that are not in `properties` do not fit.
         * @example {
         *       "type": "object",
         *       "required": [
         *         "topic"
         *       ],
         *       "properties": {
         *         "topic": {
         *           "type": "string",
         *           "enum": [
         *             "order",
         *             "return",
         *             "other"
         *           ]
         *         }
         *       }
         *     }
         */
        answerSchema?: {
          [key: string]: unknown;
        };
      }[];
      transitions?: {
        /** @description Liquid; the transition fires when the rendered output, trimmed, is exactly `true`. */
        condition: string;
        /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
        nextState: string;
      }[];
      input?: {
        /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
        nextState: string;
        assignments?: {
          /** @description A path in the user's message (`message.text`, `text`, `suggestionResponse.postbackData`), or JSONPath if it starts with `$`. */
          from: string;
          /** @description Letters, digits and _, 1 to 64 characters; not __proto__, constructor or prototype. */
          to: string;
        }[];
      };
    };
    StatePatch: {
      displayName?: string | null;
      flowEntryStateId?: string | null;
      template?: {
        contentMessage: components['schemas']['ContentMessage'];
      } | null;
      messageTrafficType?:
        | ('AUTHENTICATION' | 'TRANSACTION' | 'PROMOTION' | 'SERVICEREQUEST' | 'ACKNOWLEDGEMENT')
        | null;
      modelText?: {
        /** @description Characters of a text, a title or a description that holds such text, once rendered. */
        maxLength: number;
        /** @description Where links in it may lead: none if absent. */
        links?: string[];
      } | null;
      operations?:
        | {
            connectorId: string;
            /** @description The credential to use; the literal `none` for connectors that need no credentials. */
            authenticationId: string;
            operation: string;
            /** @description Letters, digits and _, 1 to 64 characters; not __proto__, constructor or prototype. */
            contextKey: string;
            /** @description Parameters; every string may contain Liquid. */
            data: {
              [key: string]: unknown;
            };
            /** @description For an operation that asks a model: what it shall do. It is no Liquid, so that what a user wrote cannot get into it; `data` is given to the model as a message of its own. */
            instructions?: string;
            /**
             * @description JSON Schema of the result; one that does not fit fails with `invalid_answer`. Keywords: type, description, title, enum, const, properties, required, items, minItems, maxItems, minLength, maxLength, minimum, maximum. Fields that are not in `properties` do not fit.
             * @example {
             *       "type": "object",
             *       "required": [
             *         "topic"
             *       ],
             *       "properties": {
             *         "topic": {
             *           "type": "string",
             *           "enum": [
             *             "order",
             *             "return",
             *             "other"
             *           ]
             *         }
             *       }
             *     }
             */
            answerSchema?: {
              [key: string]: unknown;
            };
          }[]
        | null;
      transitions?:
        | {
            /** @description Liquid; the transition fires when the rendered output, trimmed, is exactly `true`. */
            condition: string;
            /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
            nextState: string;
          }[]
        | null;
      input?: {
        /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
        nextState: string;
        assignments?: {
          /** @description A path in the user's message (`message.text`, `text`, `suggestionResponse.postbackData`), or JSONPath if it starts with `$`. */
          from: string;
          /** @description Letters, digits and _, 1 to 64 characters; not __proto__, constructor or prototype. */
          to: string;
        }[];
      } | null;
    };
    SavedState: {
      agentId: string;
      /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
      stateId: string;
      /**
       * @description What people call the state, beside its id; users of the agent never see it.
       * @example Ask for the order number
       */
      displayName?: string;
      /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
      flowEntryStateId?: string;
      template?: {
        contentMessage: components['schemas']['ContentMessage'];
      };
      /**
       * @description The traffic type of the state's message, for the RCS platform, where the agent's use case does not imply it.
       * @enum {string}
       */
      messageTrafficType?: 'AUTHENTICATION' | 'TRANSACTION' | 'PROMOTION' | 'SERVICEREQUEST' | 'ACKNOWLEDGEMENT';
      /** @description The text, titles and descriptions of the message may show what a model wrote (see `instructions` of an operation). Where a rendered one is too long or links elsewhere, that text is absent, as it is everywhere else. */
      modelText?: {
        /** @description Characters of a text, a title or a description that holds such text, once rendered. */
        maxLength: number;
        /** @description Where links in it may lead: none if absent. */
        links?: string[];
      };
      operations?: {
        connectorId: string;
        /** @description The credential to use; the literal `none` for connectors that need no credentials. */
        authenticationId: string;
        operation: string;
        /** @description Letters, digits and _, 1 to 64 characters; not __proto__, constructor or prototype. */
        contextKey: string;
        /** @description Parameters; every string may contain Liquid. */
        data: {
          [key: string]: unknown;
        };
        /** @description For an operation that asks a model: what it shall do. It is no Liquid, so that what a user wrote cannot get into it; `data` is given to the model as a message of its own. */
        instructions?: string;
        /**
         * @description JSON Schema of the result; one that does not fit fails with `invalid_answer`. Keywords: type, description, title, enum, const, properties, required, items, minItems, maxItems, minLength, maxLength, minimum, maximum. Fields that are not in `properties` do not fit.
         * @example {
         *       "type": "object",
         *       "required": [
         *         "topic"
         *       ],
         *       "properties": {
         *         "topic": {
         *           "type": "string",
         *           "enum": [
         *             "order",
         *             "return",
         *             "other"
         *           ]
         *         }
         *       }
         *     }
         */
        answerSchema?: {
          [key: string]: unknown;
        };
      }[];
      transitions?: {
        /** @description Liquid; the transition fires when the rendered output, trimmed, is exactly `true`. */
        condition: string;
        /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
        nextState: string;
      }[];
      input?: {
        /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
        nextState: string;
        assignments?: {
          /** @description A path in the user's message (`message.text`, `text`, `suggestionResponse.postbackData`), or JSONPath if it starts with `$`. */
          from: string;
          /** @description Letters, digits and _, 1 to 64 characters; not __proto__, constructor or prototype. */
          to: string;
        }[];
      };
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      /** @description Things that are allowed but may be mistakes. */
      warnings?: {
        /** @description JSON pointer into the body. */
        path: string;
        message: string;
      }[];
    };
    /** @description All states of an agent, with its keywords and its default state. */
    Flow: {
      /** @description For editors; it has no effect. */
      $schema?: string;
      /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
      defaultState?: string;
      keywords?: {
        /** @description Compared without case and surrounding whitespace. */
        keyword: string;
        /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
        stateId: string;
      }[];
      /** @description By stateId; up to 5000. */
      states: {
        [key: string]: components['schemas']['StateBody'];
      };
    };
    SavedFlow: {
      /** @description The ids of new states; in a dry run as the document has them, even where they are no ids. */
      added: string[];
      changed: string[];
      removed: string[];
      /** @description How many states stay as they are. */
      unchanged: number;
      keywordsChanged: boolean;
      defaultStateChanged: boolean;
      /** @description Things that are allowed but may be mistakes. */
      warnings?: {
        /** @description JSON pointer into the body. */
        path: string;
        message: string;
      }[];
      /** @description With `dryRun`: why the document would be refused. */
      errors?: {
        /** @description JSON pointer into the body. */
        path: string;
        message: string;
      }[];
      /** @description With `dryRun`, of a document that would be accepted: what the verifier finds. */
      findings?: {
        /**
         * @description `error`: the flow breaks wherever a user gets there. `warning`: it is probably not what was meant.
         * @enum {string}
         */
        severity: 'error' | 'warning';
        /**
         * @description The rule; see docs/findings.md.
         * @example missing_state
         */
        code: string;
        /**
         * @description JSON pointer into the flow document.
         * @example /states/welcome/input/nextState
         */
        path: string;
        message: string;
        /** @description Absent where it concerns no single state. */
        stateId?: string;
      }[];
    };
    Finding: {
      /**
       * @description `error`: the flow breaks wherever a user gets there. `warning`: it is probably not what was meant.
       * @enum {string}
       */
      severity: 'error' | 'warning';
      /**
       * @description The rule; see docs/findings.md.
       * @example missing_state
       */
      code: string;
      /**
       * @description JSON pointer into the flow document.
       * @example /states/welcome/input/nextState
       */
      path: string;
      message: string;
      /** @description Absent where it concerns no single state. */
      stateId?: string;
    };
    NewExploration: {
      /** @description The flow: a version, or `draft`, which it is if absent. */
      version?: number | 'draft';
      /**
       * @description How many.
       * @default 500
       */
      conversations: number;
      /**
       * @description The same seed and flow make the same conversations.
       * @default 1
       */
      seed: number;
    };
    Exploration: {
      /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
      explorationId: string;
      /** @enum {string} */
      status: 'queued' | 'running' | 'done' | 'failed';
      /** @description The flow: a version, or `draft`, which it is if absent. */
      version?: number | 'draft';
      /**
       * @description How many.
       * @default 500
       */
      conversations: number;
      /**
       * @description The same seed and flow make the same conversations.
       * @default 1
       */
      seed: number;
      /** @description Conversations so far. After very many discoveries it ends early. */
      done: number;
      /** @description Their steps together. */
      steps: number;
      discoveries: {
        /** @description Why the turn stopped, such as `invalid_message`, or `unanswered` or `chip_leads_nowhere`. */
        code: string;
        /** @description The same for the same mistake, in every conversation. */
        key: string;
        stateId?: string;
        message: string;
        /** @description A flow test. */
        test: {
          /** @description For editors; it has no effect. */
          $schema?: string;
          /** @constant */
          format: 1;
          /** @description What the flow does, as a sentence. */
          title: string;
          /**
           * Format: date-time
           * @description The time of the first step; `2026-01-02T03:04:05Z` if absent.
           */
          now?: string;
          /**
           * @description E.164: +, country code and number; no spaces, dashes or brackets.
           * @example +15550100001
           */
          phoneNumber?: string;
          /** @description Settings of the agent; the first two replace the flow document's. */
          config?: {
            /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
            defaultState?: string;
            keywords?: {
              /** @description Compared without case and surrounding whitespace. */
              keyword: string;
              /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
              stateId: string;
            }[];
            /**
             * @description Whole seconds with an s, from 1s to 99999999s: a session ends after this long without traffic; `86400s` if absent.
             * @example 86400s
             */
            sessionTtl?: string;
          };
          /** @description The session before the first step, for a conversation that is under way; fresh if absent. */
          begin?: {
            /** @description The state whose `input` waits for the next message; null if none does. */
            waits?: string | null;
            /** @description All params of the session. */
            params?: Record<string, unknown>;
            /** @description All results of operations in the session. */
            data?: Record<string, unknown>;
            /** @description All captured values of the session. */
            input?: Record<string, unknown>;
            /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
            state?: string;
            /** @description The message that was sent last, by `state`: its chips can be tapped. */
            reply?: Record<string, unknown>;
          };
          /** @description What connectors answer. The first line that fits and has answers left gives the answer. */
          connectors?: ({
            connectorId: string;
            operation: string;
            /** @description Part of the operation's rendered `data`; any if absent. */
            when?: Record<string, unknown>;
            /** @description The result, any JSON. */
            returns?: unknown;
            fails?: {
              /** @description As in `data.<contextKey>_error.code`: `timeout`. */
              code: string;
              message?: string;
            };
            /** @description Answers at most; always if absent. */
            times?: number;
          } & (unknown | unknown))[];
          steps: ({
            /** @description A client sends a state. */
            send?: {
              /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
              stateId: string;
              params?: Record<string, unknown>;
            };
            /** @description The user writes a text. */
            writes?: string;
            /** @description The user taps a chip: by its label, if a message offers it, or as the phone reports it, offered or not. */
            taps?:
              | string
              | {
                  /** @description The chip's label. */
                  text: string;
                  /** @description The postback data set on the chip. */
                  postbackData: string;
                  /** @enum {string} */
                  type?: 'REPLY' | 'ACTION';
                };
            shares?: {
              /** @example 52.520008 */
              latitude: string;
              /** @example 13.404954 */
              longitude: string;
            };
            files?: {
              payload: {
                mimeType: string;
                fileSizeBytes: number;
                fileName?: string;
                /** @description URL of the content. */
                fileUri: string;
              };
              thumbnail?: {
                mimeType: string;
                fileSizeBytes: number;
                fileName?: string;
                /** @description URL of the content. */
                fileUri: string;
              };
            };
            /**
             * @description Nothing happens for so long: up to 99999999s, 9999m, 9999h or 9999d.
             * @example 25h
             */
            waits?: string;
            expect?: {
              /** @description The whole message as sent; null: none is sent. */
              reply?: Record<string, unknown> | null;
              /** @description By part: of an object the fields given here, of a list the elements given here, in this order. */
              like?: {
                /** @description Part of the message. */
                reply?: Record<string, unknown>;
                /** @description Part of the params. */
                params?: Record<string, unknown>;
                /** @description Part of the data. */
                data?: Record<string, unknown>;
                /** @description Part of the input. */
                input?: Record<string, unknown>;
              };
              /** @description The state whose message it is; null: none is sent. */
              state?: string | null;
              /** @description `X-Service-Response`: the answering state, or the keyword that led to it. */
              response?: string | null;
              /** @description The state whose `input` waits for the next message; null if none does. */
              waits?: string | null;
              /** @description All params of the session. */
              params?: Record<string, unknown>;
              /** @description All results of operations in the session. */
              data?: Record<string, unknown>;
              /** @description All captured values of the session. */
              input?: Record<string, unknown>;
              /** @description Why the turn ended before a message. A turn that stops although a step does not expect it fails the test. */
              stopped?: Record<string, unknown> | null;
              /** @description All operations that the step called, in order. */
              asked?: Record<string, unknown>[];
              /** @description All steps of the trace, in order. */
              trace?: Record<string, unknown>[];
            };
          } & (unknown | unknown | unknown | unknown | unknown | unknown))[];
        };
      }[];
      /** @description What of the flow the tests reached; of what is missing, the first 200 of each. */
      coverage?: {
        states: {
          covered: number;
          of: number;
          /** @description Never entered. */
          missing: string[];
        };
        transitions: {
          covered: number;
          of: number;
          /** @description Never fired. */
          missing: {
            stateId: string;
            index: number;
            condition: string;
            nextState: string;
          }[];
        };
        chips: {
          covered: number;
          of: number;
          /** @description Never tapped. */
          missing: {
            stateId: string;
            /** @description JSON pointer into the content message. */
            path: string;
            /** @description The label, as the state has it. */
            text: string;
          }[];
        };
      };
      /** @description Why it failed. */
      failure?: string;
      /** Format: date-time */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it last made progress.
       */
      updatedAt: string;
    };
    FlowDiff: {
      /** @description States that only the second flow has. */
      added: string[];
      /** @description States that only the first flow has. */
      removed: string[];
      /** @description Paths begin at the state. */
      changed: {
        /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
        stateId: string;
        changes: {
          /** @description JSON pointer. */
          path: string;
          /** @description Absent where something was added. */
          before?: unknown;
          /** @description Absent where something was removed. */
          after?: unknown;
        }[];
      }[];
      /** @description Of `/defaultState` and `/keywords`. */
      settings: {
        /** @description JSON pointer. */
        path: string;
        /** @description Absent where something was added. */
        before?: unknown;
        /** @description Absent where something was removed. */
        after?: unknown;
      }[];
    };
    /** @description A flow test. */
    FlowTest: {
      /** @description For editors; it has no effect. */
      $schema?: string;
      /** @constant */
      format: 1;
      /** @description What the flow does, as a sentence. */
      title: string;
      /**
       * Format: date-time
       * @description The time of the first step; `2026-01-02T03:04:05Z` if absent.
       */
      now?: string;
      /**
       * @description E.164: +, country code and number; no spaces, dashes or brackets.
       * @example +15550100001
       */
      phoneNumber?: string;
      /** @description Settings of the agent; the first two replace the flow document's. */
      config?: {
        /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
        defaultState?: string;
        keywords?: {
          /** @description Compared without case and surrounding whitespace. */
          keyword: string;
          /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
          stateId: string;
        }[];
        /**
         * @description Whole seconds with an s, from 1s to 99999999s: a session ends after this long without traffic; `86400s` if absent.
         * @example 86400s
         */
        sessionTtl?: string;
      };
      /** @description The session before the first step, for a conversation that is under way; fresh if absent. */
      begin?: {
        /** @description The state whose `input` waits for the next message; null if none does. */
        waits?: string | null;
        /** @description All params of the session. */
        params?: Record<string, unknown>;
        /** @description All results of operations in the session. */
        data?: Record<string, unknown>;
        /** @description All captured values of the session. */
        input?: Record<string, unknown>;
        /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
        state?: string;
        /** @description The message that was sent last, by `state`: its chips can be tapped. */
        reply?: Record<string, unknown>;
      };
      /** @description What connectors answer. The first line that fits and has answers left gives the answer. */
      connectors?: ({
        connectorId: string;
        operation: string;
        /** @description Part of the operation's rendered `data`; any if absent. */
        when?: Record<string, unknown>;
        /** @description The result, any JSON. */
        returns?: unknown;
        fails?: {
          /** @description As in `data.<contextKey>_error.code`: `timeout`. */
          code: string;
          message?: string;
        };
        /** @description Answers at most; always if absent. */
        times?: number;
      } & (unknown | unknown))[];
      steps: ({
        /** @description A client sends a state. */
        send?: {
          /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
          stateId: string;
          params?: Record<string, unknown>;
        };
        /** @description The user writes a text. */
        writes?: string;
        /** @description The user taps a chip: by its label, if a message offers it, or as the phone reports it, offered or not. */
        taps?:
          | string
          | {
              /** @description The chip's label. */
              text: string;
              /** @description The postback data set on the chip. */
              postbackData: string;
              /** @enum {string} */
              type?: 'REPLY' | 'ACTION';
            };
        shares?: {
          /** @example 52.520008 */
          latitude: string;
          /** @example 13.404954 */
          longitude: string;
        };
        files?: {
          payload: {
            mimeType: string;
            fileSizeBytes: number;
            fileName?: string;
            /** @description URL of the content. */
            fileUri: string;
          };
          thumbnail?: {
            mimeType: string;
            fileSizeBytes: number;
            fileName?: string;
            /** @description URL of the content. */
            fileUri: string;
          };
        };
        /**
         * @description Nothing happens for so long: up to 99999999s, 9999m, 9999h or 9999d.
         * @example 25h
         */
        waits?: string;
        expect?: {
          /** @description The whole message as sent; null: none is sent. */
          reply?: Record<string, unknown> | null;
          /** @description By part: of an object the fields given here, of a list the elements given here, in this order. */
          like?: {
            /** @description Part of the message. */
            reply?: Record<string, unknown>;
            /** @description Part of the params. */
            params?: Record<string, unknown>;
            /** @description Part of the data. */
            data?: Record<string, unknown>;
            /** @description Part of the input. */
            input?: Record<string, unknown>;
          };
          /** @description The state whose message it is; null: none is sent. */
          state?: string | null;
          /** @description `X-Service-Response`: the answering state, or the keyword that led to it. */
          response?: string | null;
          /** @description The state whose `input` waits for the next message; null if none does. */
          waits?: string | null;
          /** @description All params of the session. */
          params?: Record<string, unknown>;
          /** @description All results of operations in the session. */
          data?: Record<string, unknown>;
          /** @description All captured values of the session. */
          input?: Record<string, unknown>;
          /** @description Why the turn ended before a message. A turn that stops although a step does not expect it fails the test. */
          stopped?: Record<string, unknown> | null;
          /** @description All operations that the step called, in order. */
          asked?: Record<string, unknown>[];
          /** @description All steps of the trace, in order. */
          trace?: Record<string, unknown>[];
        };
      } & (unknown | unknown | unknown | unknown | unknown | unknown))[];
    };
    FlowTestSummary: {
      /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
      testId: string;
      title: string;
      /** @description The number of its steps. */
      steps: number;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    SuiteResult: {
      passed: number;
      failed: number;
      /** @description Not run: together the tests take too many steps, or too long. */
      skipped: number;
      /** @description Steps taken by all tests. */
      steps: number;
      tests: {
        /** @description Absent for a test that is not stored. */
        testId?: string;
        title: string;
        passed: boolean;
        /** @description Steps taken. */
        steps: number;
        /** @description Present if the test failed. */
        failure?: {
          /** @description The step that failed; those after it were not taken. */
          step: number;
          /** @description What the step does, in words. */
          does: string;
          /** @description What differs from what the step expects. */
          faults: {
            /** @description JSON pointer into the test document. */
            path: string;
            message: string;
            /** @description Absent where nothing was expected. */
            expected?: unknown;
            /** @description Absent where there was nothing. */
            actual?: unknown;
          }[];
          /** @description The trace of the step, in words. */
          happened: string[];
        };
        /** @description Present if `play` was asked for. */
        play?: {
          /** @description Of the last 100 steps at most; time that passes is no turn. */
          turns: {
            /** @description The step of the test, from 1. */
            step: number;
            /** @description The message, if any. */
            reply: {
              [key: string]: unknown;
            } | null;
            /** @description The state whose message it is. */
            state: string | null;
            /** @description The state whose `input` waits afterwards. */
            waits: string | null;
            /** @description What happened, step by step, as in the turns of a conversation. */
            trace: {
              [key: string]: unknown;
            }[];
          }[];
          /** @description Those of the session in the end. */
          params: {
            [key: string]: unknown;
          };
          /** @description The results of operations in the end. */
          data: {
            [key: string]: unknown;
          };
          /** @description The captured values in the end. */
          input: {
            [key: string]: unknown;
          };
        };
      }[];
      /** @description What of the flow the tests reached; of what is missing, the first 200 of each. */
      coverage: {
        states: {
          covered: number;
          of: number;
          /** @description Never entered. */
          missing: string[];
        };
        transitions: {
          covered: number;
          of: number;
          /** @description Never fired. */
          missing: {
            stateId: string;
            index: number;
            condition: string;
            nextState: string;
          }[];
        };
        chips: {
          covered: number;
          of: number;
          /** @description Never tapped. */
          missing: {
            stateId: string;
            /** @description JSON pointer into the content message. */
            path: string;
            /** @description The label, as the state has it. */
            text: string;
          }[];
        };
      };
    };
    FlowVersion: {
      /** @description Counts from 1. */
      version: number;
      message?: string;
      /** @description The client id or e-mail address of whoever made it; `operator`; `upgrade` for what was there. */
      author: string;
      /** Format: date-time */
      createdAt: string;
      /** @description Published although checks had found errors. */
      forced?: boolean;
      /** @description Its share of new conversations; 0 if it is not live. */
      percent: number;
      /** @description Sessions that go on on this version; counted up to 1000. */
      pinnedSessions: number;
    };
    NewVersion: {
      message?: string;
      /** @description Give it to all new conversations; true if absent. */
      activate?: boolean;
      /** @description Publish despite errors; the version shows it as `forced`. */
      force?: boolean;
    };
    ActivationRequest: {
      /** @description Of the phone numbers; 100 if absent. The rest stays on the live version that had the largest share. */
      percent?: number;
      /**
       * @description Sessions on other versions stay there (`keep`, if absent), or go on on the live one (`move`): in the state of the same id, or at the default state if there is none.
       * @enum {string}
       */
      sessions?: 'keep' | 'move';
    };
    Funnel: {
      /** Format: date-time */
      since: string;
      /** Format: date-time */
      until: string;
      /** @description As asked for; null is the draft. */
      version?: number | null;
      /** @description Whether all turns of this time were looked at. */
      whole: boolean;
      /** @description Conversations with turns in this time that were looked at. */
      conversations: number;
      /** @description Turns that were looked at, on whichever version. */
      turns: number;
      /** @description In the order of the flow as users went through it; the 1000 most entered. */
      states: {
        stateId: string;
        /** @description How often it was entered. */
        entered: number;
        /** @description How often it then waited for input. */
        waited: number;
        /** @description Of these waits, those that an answer ended. */
        answered: number;
        /** @description Those after which the session ended, or the conversation went elsewhere. The rest still waits. */
        left: number;
        /** @description Turns that stopped there. */
        failed: number;
        /** @description Messages that it sent. */
        sent: number;
      }[];
      /** @description The most frequent first; up to 5000. */
      edges: {
        /** @description Where the conversation was; null for a send request, and when a session begins. */
        from: string | null;
        to: string;
        /** @enum {string} */
        because: 'send' | 'chip' | 'input' | 'keyword' | 'default' | 'transition';
        /** @description How often. */
        count: number;
      }[];
    };
    Replay: {
      /** @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces. */
      replayId: string;
      /** @enum {string} */
      status: 'queued' | 'running' | 'done' | 'failed';
      /** @description The flow: a version, or `draft`, which it is if absent. */
      version?: number | 'draft';
      /**
       * Format: date-time
       * @description Sessions that began at this time or later.
       */
      since: string;
      /**
       * Format: date-time
       * @description Turns before this time; now if absent.
       */
      until?: string;
      /**
       * @description Sessions at most. With that many in `sessions` when it is done, there may be more.
       * @default 10000
       */
      limit: number;
      /** @description Conversations read so far. */
      conversations: number;
      /** @description Sessions replayed so far. */
      sessions: number;
      /** @description Sessions with the same messages, waits and stops. */
      same: number;
      /** @description Sessions with a turn that differs. */
      different: number;
      /** @description Sessions of which the recording lacks something. */
      cannotSay: number;
      /** @description By the first state that differs and in what; the largest first. */
      groups: {
        /** @description The state that the recorded turn entered last. */
        state: string | null;
        /**
         * @description What differs first.
         * @enum {string}
         */
        what: 'message' | 'waits' | 'stop';
        /** @description Sessions. */
        count: number;
        /** @description Up to 3. */
        examples: {
          /**
           * @description E.164: +, country code and number; no spaces, dashes or brackets.
           * @example +15550100001
           */
          phoneNumber: string;
          /** @description The number of the first turn that differs. */
          turn: number;
          recorded: {
            /** @description The message; null if there is none. */
            reply: Record<string, unknown> | null;
            /** @description The state that was entered last. */
            state: string | null;
            /** @description The state that waits for input afterwards. */
            waits: string | null;
            /** @description Why the turn ended before a message. */
            stopped: string | null;
          };
          replayed: {
            /** @description The message; null if there is none. */
            reply: Record<string, unknown> | null;
            /** @description The state that was entered last. */
            state: string | null;
            /** @description The state that waits for input afterwards. */
            waits: string | null;
            /** @description Why the turn ended before a message. */
            stopped: string | null;
          };
        }[];
      }[];
      /** @description Why nobody can say; the most frequent first. */
      reasons: {
        /** @description Why nobody can say: `needs http/request` for example. */
        reason: string;
        /** @description Sessions. */
        count: number;
        example: {
          /**
           * @description E.164: +, country code and number; no spaces, dashes or brackets.
           * @example +15550100001
           */
          phoneNumber: string;
          turn: number;
        };
      }[];
      /** @description Why it failed. */
      failure?: string;
      /**
       * Format: date-time
       * @description When it was asked for.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it last made progress.
       */
      updatedAt: string;
    };
    ReplayRequest: {
      /** @description The flow: a version, or `draft`, which it is if absent. */
      version?: number | 'draft';
      /**
       * Format: date-time
       * @description Sessions that began at this time or later.
       */
      since: string;
      /**
       * Format: date-time
       * @description Turns before this time; now if absent.
       */
      until?: string;
      /**
       * @description Sessions at most. With that many in `sessions` when it is done, there may be more.
       * @default 10000
       */
      limit: number;
    };
    Preview: {
      contentMessage: components['schemas']['ContentMessage'];
    };
    PreviewRequest: {
      template: {
        contentMessage: components['schemas']['ContentMessage'];
      };
      /** @description The values of `params.*` in the template; empty if absent. */
      params?: Record<string, unknown>;
      /** @description The values of `data.*` in the template; empty if absent. */
      data?: Record<string, unknown>;
      /** @description The values of `input.*` in the template; empty if absent. */
      input?: Record<string, unknown>;
      /** @description The values of `message.*` in the template; empty if absent. */
      message?: Record<string, unknown>;
      /**
       * @description E.164: +, country code and number; no spaces, dashes or brackets.
       * @example +15550100001
       */
      phoneNumber?: string;
    };
    /** @description Everything is optional; no body means the same as an empty object. */
    SendRequest: {
      /** @description Values for `params.*` in conditions and templates; up to 100, nested up to 30 levels. */
      params?: Record<string, unknown>;
      /** @description A UUID; stored in lower case */
      messageId?: string;
      /**
       * @description Whole seconds with an s, from 1s to 1296000s (15 days)
       * @example 600s
       */
      ttl?: string;
      /**
       * @description The traffic type declared to the RCS platform; overrides the state's `messageTrafficType`.
       * @enum {string}
       */
      messageTrafficType?: 'AUTHENTICATION' | 'TRANSACTION' | 'PROMOTION' | 'SERVICEREQUEST' | 'ACKNOWLEDGEMENT';
    };
    SendAnswer: {
      /** @description The id of the message in every event about it. */
      messageId: string;
      agentId: string;
      stateId: string;
      /**
       * @description E.164: +, country code and number; no spaces, dashes or brackets.
       * @example +15550100001
       */
      phoneNumber: string;
      /**
       * @description Enqueued, not delivered: outcomes arrive as webhook events.
       * @constant
       */
      status: 'ENQUEUED';
    };
    Medium: {
      /** @description As in the list. */
      mediaId: string;
      accountId: string;
      name: string;
      /**
       * @description The media type, told by what is in the file.
       * @enum {string}
       */
      type:
        | 'image/jpeg'
        | 'image/png'
        | 'image/gif'
        | 'video/mp4'
        | 'video/m4v'
        | 'video/mpeg'
        | 'video/webm'
        | 'audio/mpeg'
        | 'audio/aac'
        | 'audio/mp4'
        | 'application/ogg'
        | 'application/pdf';
      /** @description The size of the file. */
      bytes: number;
      /**
       * Format: uri
       * @description The public address, for `fileUrl`: whoever knows it may fetch the file, and nobody can guess it. Behind it is never another file.
       */
      url: string;
      /** Format: date-time */
      createdAt: string;
    };
    Message: {
      messageId: string;
      agentId: string;
      /**
       * @description E.164: +, country code and number; no spaces, dashes or brackets.
       * @example +15550100001
       */
      phoneNumber: string;
      /** @description The state whose message it is; before it is rendered, the requested one. Absent for the agent's acknowledgement of an opt-out. */
      stateId?: string;
      /**
       * @description The furthest status the message reached. `NOT_SENT`: its turn ended without a message.
       * @enum {string}
       */
      status: 'NOT_SENT' | 'ENQUEUED' | 'SENT' | 'FAILED' | 'REVOKED' | 'DELIVERED' | 'READ';
      /** @description Why its turn sent no message; absent when the flow simply has none there. */
      reason?: string;
      content?: components['schemas']['ContentMessage'];
      /** @example 600s */
      ttl?: string;
      /**
       * Format: date-time
       * @description When the message was rendered; before that, when it was requested.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was revoked by request.
       */
      revokedAt?: string;
      /** @description Its events, oldest first. */
      events: {
        /** @description Unique; also sent as `webhook-id`. The `eventId` in the payload may be the RCS platform's own. */
        eventId: string;
        /** @enum {string} */
        class: 'UserMessage' | 'UserEvent' | 'ServerEvent';
        /** @description `eventType` of the payload; for a UserMessage: text, suggestion, location or file. */
        type: string;
        /**
         * @description E.164: +, country code and number; no spaces, dashes or brackets.
         * @example +15550100001
         */
        phoneNumber: string;
        /** @description The message it is about. */
        messageId: string | null;
        /** @description The value of `X-Service-Response`. */
        response: string | null;
        /** Format: date-time */
        createdAt: string;
        /**
         * @description `PENDING`: attempts are still due. `FORWARDED`: the webhook accepted it. `FAILED`: it is in the failure queue. `DISCARDED`: it was, and somebody took it out. `RECORDED`: never accepted, and no attempt is due, because the agent has or had no webhook.
         * @enum {string}
         */
        status: 'PENDING' | 'FORWARDED' | 'FAILED' | 'DISCARDED' | 'RECORDED';
        /** Format: date-time */
        nextAttemptAt?: string;
        failure?: {
          reason: string;
          /** @description Its group in the summary of the failure queue, for the filter `reason`. */
          group: string;
          /** Format: date-time */
          failedAt: string;
        };
        discarded?: {
          why: string;
          by: string;
          /** Format: date-time */
          at: string;
        };
        /** @description What the webhook receives. */
        payload:
          | components['schemas']['UserMessage']
          | components['schemas']['UserEvent']
          | components['schemas']['ServerEvent'];
        /** @description Oldest first; the last 20. */
        attempts: {
          /** Format: date-time */
          startedAt: string;
          /** @description HTTP status; null if there was no response. */
          status: number | null;
          durationMs: number;
          /** @description Why there was no response. */
          error: string | null;
          /** @description The beginning of the response body. */
          response: string | null;
          /** @description With `headers=true`: what was sent, without `User-Agent`, `traceparent` and the headers of the connection. */
          request?: {
            headers: {
              [key: string]: string;
            };
            /** @description Whether signing tokens have changed since: then the signatures are not among the headers. */
            signingTokensChanged: boolean;
          };
        }[];
      }[];
    };
    Conversation: {
      agentId: string;
      /**
       * @description E.164: +, country code and number; no spaces, dashes or brackets.
       * @example +15550100001
       */
      phoneNumber: string;
      /** @description The state whose message was sent last. */
      stateId: string | null;
      /** @description The state whose `input` waits for the user's next message. */
      awaitingStateId: string | null;
      /** @description The user has opted out and has not opted in since. */
      unsubscribed: boolean;
      /** @description The number of turns so far. */
      turnCount: number;
      /** Format: date-time */
      updatedAt: string;
      consent?: {
        /** @enum {string} */
        action: 'OPT_IN' | 'OPT_OUT';
        /**
         * @description `word`: the user wrote an opt-out or opt-in word. `message`: an opted-out user wrote anything else to a TRANSACTIONAL or OTP agent. `platform_event`: the RCS platform reported it. `api`: a client recorded it.
         * @enum {string}
         */
        source: 'word' | 'message' | 'platform_event' | 'api';
        /** Format: date-time */
        since: string;
      };
      /** @description The version of the flow that the session goes on on. */
      version?: number;
      /** @description From send requests and chips. */
      params: Record<string, unknown>;
      /** @description Results of operations. */
      data: Record<string, unknown>;
      /** @description What the user entered when asked. */
      input: Record<string, unknown>;
      /** Format: date-time */
      sessionStartedAt: string;
      /**
       * Format: date-time
       * @description If there is no traffic until then, the next turn starts a new session.
       */
      sessionEndsAt: string;
      /** @description In both directions, from the turns below; newest first. */
      messages: {
        /**
         * @description `IN`: from the user. `OUT`: from the agent.
         * @enum {string}
         */
        direction: 'IN' | 'OUT';
        messageId: string;
        /** @description From the user: text, suggestionResponse, location or userFile. From the agent: a content message. */
        content: Record<string, unknown>;
        /** Format: date-time */
        at: string;
        stateId?: string;
        /**
         * @description The furthest status the message reached. `NOT_SENT`: its turn ended without a message.
         * @enum {string}
         */
        status?: 'NOT_SENT' | 'ENQUEUED' | 'SENT' | 'FAILED' | 'REVOKED' | 'DELIVERED' | 'READ';
      }[];
      /** @description Newest first. */
      turns: {
        /** @description Counts from 1. */
        number: number;
        /** @description The position of the item that caused it, in order of arrival. */
        seq: number;
        /** @description What arrived: a send request, or a user message. */
        item: Record<string, unknown>;
        /** @description What the turn did, step by step: states entered, operations, every condition as rendered. */
        trace: Record<string, unknown>[];
        /** @description The message that it sent. */
        messageId?: string;
        content?: components['schemas']['ContentMessage'];
        /** @description Why it ended without a message. */
        stopped?: string;
        /** @description The version of the flow that it ran on; absent for the draft. */
        version?: number;
        /** Format: date-time */
        receivedAt: string;
        /** Format: date-time */
        startedAt: string;
        /** Format: date-time */
        committedAt: string;
        /** @description `chain` of the turn before; empty for the first. */
        chainBefore: string;
        /** @description The first 22 characters of base64url(SHA-256(`chainBefore|number|seq`)): a lost, doubled or reordered turn breaks the chain. */
        chain: string;
      }[];
      /** @description Present when there are older turns. */
      nextCursor?: string;
    };
    ConversationSummary: {
      /**
       * @description E.164: +, country code and number; no spaces, dashes or brackets.
       * @example +15550100001
       */
      phoneNumber: string;
      /** @description The state whose message was sent last. */
      stateId: string | null;
      /** @description The state whose `input` waits for the user's next message. */
      awaitingStateId: string | null;
      /** @description The user has opted out and has not opted in since. */
      unsubscribed: boolean;
      /** @description The number of turns so far. */
      turnCount: number;
      /** Format: date-time */
      updatedAt: string;
      lastMessage?: {
        /**
         * @description `IN`: from the user. `OUT`: from the agent.
         * @enum {string}
         */
        direction: 'IN' | 'OUT';
        /** @description Its text, or the title of its card, the label of its chip, the name or address of its file: 120 characters of it. Empty for a location. */
        text: string;
        /** Format: date-time */
        at: string;
      };
    };
    /** @description One consent change; the log is append-only. */
    ConsentChange: {
      /** @enum {string} */
      action: 'OPT_IN' | 'OPT_OUT';
      /**
       * @description `word`: the user wrote an opt-out or opt-in word. `message`: an opted-out user wrote anything else to a TRANSACTIONAL or OTP agent. `platform_event`: the RCS platform reported it. `api`: a client recorded it.
       * @enum {string}
       */
      source: 'word' | 'message' | 'platform_event' | 'api';
      /**
       * Format: date-time
       * @description When the user did it; for `api`, when it was recorded.
       */
      at: string;
      /** @description What proves it. */
      evidence: {
        /** @description The user's message. */
        messageId?: string;
        /** @description The platform's event. */
        eventId?: string;
        /** @description The word that was written, or what the client recorded. */
        text?: string;
      };
    };
    ConsentRecord: {
      /** @enum {string} */
      action: 'OPT_IN' | 'OPT_OUT';
      /**
       * @description How it is known, in case it has to be proved.
       * @example Phoned on 3 May, ticket 4711
       */
      evidence: string;
    };
    ForwardedEvent: {
      /** @description Unique; also sent as `webhook-id`. The `eventId` in the payload may be the RCS platform's own. */
      eventId: string;
      /** @enum {string} */
      class: 'UserMessage' | 'UserEvent' | 'ServerEvent';
      /** @description `eventType` of the payload; for a UserMessage: text, suggestion, location or file. */
      type: string;
      /**
       * @description E.164: +, country code and number; no spaces, dashes or brackets.
       * @example +15550100001
       */
      phoneNumber: string;
      /** @description The message it is about. */
      messageId: string | null;
      /** @description The value of `X-Service-Response`. */
      response: string | null;
      /** Format: date-time */
      createdAt: string;
      /**
       * @description `PENDING`: attempts are still due. `FORWARDED`: the webhook accepted it. `FAILED`: it is in the failure queue. `DISCARDED`: it was, and somebody took it out. `RECORDED`: never accepted, and no attempt is due, because the agent has or had no webhook.
       * @enum {string}
       */
      status: 'PENDING' | 'FORWARDED' | 'FAILED' | 'DISCARDED' | 'RECORDED';
      /** Format: date-time */
      nextAttemptAt?: string;
      failure?: {
        reason: string;
        /** @description Its group in the summary of the failure queue, for the filter `reason`. */
        group: string;
        /** Format: date-time */
        failedAt: string;
      };
      discarded?: {
        why: string;
        by: string;
        /** Format: date-time */
        at: string;
      };
      /** @description What the webhook receives. */
      payload:
        | components['schemas']['UserMessage']
        | components['schemas']['UserEvent']
        | components['schemas']['ServerEvent'];
      /** @description Oldest first; the last 20. */
      attempts: {
        /** Format: date-time */
        startedAt: string;
        /** @description HTTP status; null if there was no response. */
        status: number | null;
        durationMs: number;
        /** @description Why there was no response. */
        error: string | null;
        /** @description The beginning of the response body. */
        response: string | null;
        /** @description With `headers=true`: what was sent, without `User-Agent`, `traceparent` and the headers of the connection. */
        request?: {
          headers: {
            [key: string]: string;
          };
          /** @description Whether signing tokens have changed since: then the signatures are not among the headers. */
          signingTokensChanged: boolean;
        };
      }[];
    };
    FailureSummary: {
      /** @description Events that match; counting stops at 1000000. */
      total: number;
      /** @description The largest 100, largest first. */
      groups: {
        agentId: string;
        /** @description Of a further endpoint; null for the agent's own webhook. */
        endpointId: string | null;
        /**
         * @description The status and the first words of the response, or the fault of the network: the filter `reason`.
         * @example 401 invalid signature
         * @example connection refused
         */
        reason: string;
        /** @description HTTP status; null if there was no response. */
        status: number | null;
        count: number;
        /**
         * Format: date-time
         * @description When the first of them got into the queue.
         */
        since: string;
        /**
         * Format: date-time
         * @description When the last of them did.
         */
        until: string;
        /** @description The latest of them. */
        exampleEventId: string | null;
        /** @description What it usually means. */
        usually: string;
        /** @description Where to look. */
        check: string;
      }[];
      /** @description The endpoints of the agent, its own webhook first, or those of agents with failures or in trouble; updated every ten seconds. */
      endpoints: {
        agentId: string;
        /** @description Of a further endpoint; null for the agent's own webhook. */
        endpointId: string | null;
        /** @description The agent's. */
        name: string;
        /** @description Of the agent's own webhook, its `eventForwardUrl`. */
        url: string | null;
        /**
         * @description `open`: it keeps failing, and its events wait until one of them succeeds.
         * @enum {string}
         */
        breaker: 'closed' | 'open';
        /** @description When the breaker opened. */
        openSince: string | null;
        /** @description Since when it has answered nothing but 4xx, at least ten times; else null. */
        refusingSince: string | null;
        /** @description When it last accepted an event. */
        lastAcceptedAt: string | null;
        /** @description When it last did not. */
        lastFailedAt: string | null;
        /** @description Since when it is paused. */
        pausedSince: string | null;
        /** @description Events that it has accepted so far. */
        accepted: number;
        /** @description Events that went to its failure queue after an attempt. */
        givenUp: number;
        /** @description The median of its latest attempts, in milliseconds. */
        answerMs: number | null;
      }[];
    };
    Redelivery: {
      redeliveryId: string;
      agentId: string;
      /**
       * @description `PROBING`: one event was sent, and its outcome decides. `SENDING`: the others are. `DONE`: all were handed to forwarding; those that fail again return to the queue. `STOPPED`: the rest stays in the queue, see `reason`.
       * @enum {string}
       */
      state: 'WAITING' | 'PROBING' | 'SENDING' | 'DONE' | 'STOPPED';
      /** @description Which events, as requested. */
      filter: {
        [key: string]: unknown;
      };
      /** @description Whether one event is sent first. */
      probe: boolean;
      probeEventId: string | null;
      /** @description Events in the queue that matched when it was requested. */
      matched: number;
      /** @description Events that were handed to forwarding so far. */
      accepted: number;
      /** @description Why it stopped. */
      reason: string | null;
      /** @description `operator`, or the id of a client. */
      requestedBy: string;
      /** Format: date-time */
      createdAt: string;
      finishedAt: string | null;
    };
    DeadLetter: {
      lane: number;
      /** @description Together with the lane, its position in order of arrival. */
      seq: number;
      agentId: string;
      /**
       * @description E.164: +, country code and number; no spaces, dashes or brackets.
       * @example +15550100001
       */
      phoneNumber: string;
      /** @description What arrived. */
      item: Record<string, unknown>;
      attempts: number;
      reason: string;
      /** Format: date-time */
      failedAt: string;
    };
    Overview: {
      version: string;
      /**
       * Format: date-time
       * @description When it was read, all of it at once.
       */
      at: string;
      /**
       * Format: date-time
       * @description Of the process that responds.
       */
      startedAt: string;
      /** @enum {string} */
      platform: 'emulator' | 'google';
      lanes: number;
      /** @description The live ones. */
      processes: {
        processId: string;
        /** @description The number of lanes it owns. */
        lanes: number;
      }[];
      /** @enum {string} */
      span: 'hour' | 'day' | 'week';
      /** @description What one item of `traffic` covers. */
      stepSeconds: number;
      /** @description Of the span, oldest first. Updated every two seconds; a crash may lose that much of a count. */
      traffic: {
        /**
         * Format: date-time
         * @description The start of the step.
         */
        from: string;
        /** @description Messages that the platform accepted. */
        sent: number;
        /** @description Messages that it refused, or that were never dispatched to it. */
        failed: number;
        /** @description Messages from users. */
        received: number;
        /** @description Events that a webhook accepted. */
        forwarded: number;
        /** @description Events that went to the failure queue. */
        refused: number;
      }[];
      /** @description Agents for which something waits, the most first; at most 100. Counting stops at 100000 of each kind, of all agents. */
      backlogs: {
        agentId: string;
        name: string;
        /** @description Sends, messages from users and receipts that no turn has taken yet. */
        inbox: number;
        /** @description The age of the oldest of these. */
        inboxOldestSeconds: number;
        /** @description Messages that are not with the platform yet. */
        outbox: number;
        /** @description Events before their first attempt at a webhook. */
        forwarding: number;
        /** @description Events that were tried, and are to be tried again. */
        retrying: number;
      }[];
      throttled: {
        agentId: string;
        name: string;
        /** Format: date-time */
        since: string;
      }[];
      failures: {
        agentId: string;
        name: string;
        /** @description Events in the failure queue; counting stops at 1000000 in all. */
        count: number;
      }[];
      breakers: {
        agentId: string;
        name: string;
        /** Format: date-time */
        since: string;
      }[];
      refusing: {
        agentId: string;
        name: string;
        /** Format: date-time */
        since: string;
      }[];
      /** @description Turns in the last day that ended without a message, newest first; at most 20. */
      stopped: {
        agentId: string;
        name: string;
        phoneNumber: string;
        reason: string;
        /** Format: date-time */
        at: string;
      }[];
      /** @description Items that were given up after repeated failures: `GET /dead-letters`. */
      deadLetters: number;
    };
    AuditEntry: {
      auditId: string;
      /** Format: date-time */
      at: string;
      actor: {
        /**
         * @description More kinds may come.
         * @enum {string}
         */
        kind: 'operator' | 'person' | 'client';
        /** @description The personId; the client id of the credential; `operator` for the operator key. */
        id: string;
        /** @description Of the person, as it was then. */
        name?: string;
      };
      /** @description Null where it is of no account. */
      accountId: string | null;
      /**
       * @description The operationId, as in this document.
       * @example updateAgent
       */
      operation: string;
      resource: {
        /** @enum {string} */
        kind:
          | 'access-token-key'
          | 'account'
          | 'credential'
          | 'signing-token'
          | 'session'
          | 'log-in-link'
          | 'person'
          | 'passkey'
          | 'brand'
          | 'agent'
          | 'device'
          | 'state'
          | 'flow'
          | 'test'
          | 'version'
          | 'replay'
          | 'exploration'
          | 'connector'
          | 'authentication'
          | 'medium'
          | 'endpoint'
          | 'redelivery'
          | 'discard'
          | 'dead-letter';
        id: string;
        /** @description The agent that it is or belongs to. */
        agentId?: string;
      };
      /** @description What was there before: of a change, the parts that differ; null where there was nothing. */
      before: {
        [key: string]: unknown;
      } | null;
      /** @description What is there since: of a change, the parts that differ; null where it is gone. */
      after: {
        [key: string]: unknown;
      } | null;
      /** @description Where the request came from; behind `TRUST_PROXY`, the caller. */
      address: string;
      /** @description `X-Request-Id` of the response. */
      requestId: string;
    };
    Person: {
      personId: string;
      name: string;
      /** @description An e-mail address, to log in with; upper and lower case are the same. */
      email: string;
      /**
       * @description `reader`: sees everything but secrets. `author`: also writes flows, tests, media and connectors, and sends to test devices. `operator`: also agents, devices, publishing, failures, consent, credentials of connectors. `owner`: everything.
       * @enum {string}
       */
      role: 'reader' | 'author' | 'operator' | 'owner';
      /** @description Cannot log in; the sessions have ended. */
      disabled: boolean;
      /** Format: date-time */
      createdAt: string;
      hasPassword: boolean;
      lastLogInAt: string | null;
    };
    NewPerson: {
      name: string;
      /** @description An e-mail address, to log in with; upper and lower case are the same. */
      email: string;
      /**
       * @description `reader`: sees everything but secrets. `author`: also writes flows, tests, media and connectors, and sends to test devices. `operator`: also agents, devices, publishing, failures, consent, credentials of connectors. `owner`: everything.
       * @enum {string}
       */
      role: 'reader' | 'author' | 'operator' | 'owner';
    };
    PersonPatch: {
      name?: string;
      /** @description An e-mail address, to log in with; upper and lower case are the same. */
      email?: string;
      /**
       * @description `reader`: sees everything but secrets. `author`: also writes flows, tests, media and connectors, and sends to test devices. `operator`: also agents, devices, publishing, failures, consent, credentials of connectors. `owner`: everything.
       * @enum {string}
       */
      role?: 'reader' | 'author' | 'operator' | 'owner';
      /** @description Cannot log in; the sessions have ended. */
      disabled?: boolean;
    };
    ConsoleSession: {
      sessionId: string;
      /** @description Null: of whoever has the operator key. */
      person: {
        personId: string;
        name: string;
        /** @description An e-mail address, to log in with; upper and lower case are the same. */
        email: string;
        /**
         * @description `reader`: sees everything but secrets. `author`: also writes flows, tests, media and connectors, and sends to test devices. `operator`: also agents, devices, publishing, failures, consent, credentials of connectors. `owner`: everything.
         * @enum {string}
         */
        role: 'reader' | 'author' | 'operator' | 'owner';
        /** @description Cannot log in; the sessions have ended. */
        disabled: boolean;
        /** Format: date-time */
        createdAt: string;
        hasPassword: boolean;
        lastLogInAt: string | null;
      } | null;
      /**
       * @description More ways may come.
       * @enum {string}
       */
      openedBy: 'operator-key' | 'log-in-link' | 'password' | 'openid-connect' | 'passkey';
      /** @description Where it was opened; behind `TRUST_PROXY`, the caller. */
      address: string;
      /** @description Of the browser that it was opened in. */
      userAgent: string | null;
      /** Format: date-time */
      createdAt: string;
      /**
       * Format: date-time
       * @description It cannot be extended: log in again.
       */
      expiresAt: string;
    };
    Passkey: {
      passkeyId: string;
      /** @description Where it is kept. */
      name: string;
      /** Format: date-time */
      createdAt: string;
      lastUsedAt: string | null;
    };
    UserMessage: {
      agentId: string;
      /**
       * @description E.164: +, country code and number; no spaces, dashes or brackets.
       * @example +15550100001
       */
      senderPhoneNumber: string;
      /** @description Unique id of this user message. */
      messageId: string;
      /**
       * Format: date-time
       * @description UTC with a Z; microseconds where known.
       * @example 2026-01-02T03:04:05.678901Z
       */
      sendTime: string;
      richMessageClassification: {
        /** @enum {string} */
        classificationType: 'RICH_MESSAGE' | 'RICH_MEDIA_MESSAGE';
        segmentCount: number;
      };
      text?: string;
      suggestionResponse?: {
        /** @description The chip's label. */
        text: string;
        /** @description The postback data set on the chip. */
        postbackData: string;
        /** @enum {string} */
        type: 'REPLY' | 'ACTION';
      };
      location?: {
        /** @example 52.520008 */
        latitude: string;
        /** @example 13.404954 */
        longitude: string;
      };
      userFile?: {
        payload: {
          mimeType: string;
          fileSizeBytes: number;
          fileName?: string;
          /** @description URL of the content. */
          fileUri: string;
        };
        thumbnail?: {
          mimeType: string;
          fileSizeBytes: number;
          fileName?: string;
          /** @description URL of the content. */
          fileUri: string;
        };
      };
    };
    UserEvent: {
      agentId: string;
      /**
       * @description E.164: +, country code and number; no spaces, dashes or brackets.
       * @example +15550100001
       */
      senderPhoneNumber: string;
      /** @description The message that the event relates to, if any. */
      messageId?: string;
      /** @enum {string} */
      eventType: 'DELIVERED' | 'READ' | 'IS_TYPING' | 'SUBSCRIBE' | 'UNSUBSCRIBE';
      eventId: string;
      /**
       * Format: date-time
       * @description UTC with a Z; microseconds where known.
       * @example 2026-01-02T03:04:05.678901Z
       */
      sendTime: string;
    };
    ServerEvent: {
      agentId: string;
      /**
       * @description E.164: +, country code and number; no spaces, dashes or brackets.
       * @example +15550100001
       */
      phoneNumber: string;
      /** @description The outbound message. */
      messageId: string;
      /** @enum {string} */
      eventType: 'SENT' | 'FAILED' | 'TTL_EXPIRATION_REVOKED' | 'TTL_EXPIRATION_REVOKE_FAILED';
      eventId: string;
      /** @enum {string} */
      eventOrigin: 'SERVICE' | 'CARRIER';
      /**
       * Format: date-time
       * @description UTC with a Z; microseconds where known.
       * @example 2026-01-02T03:04:05.678901Z
       */
      sendTime: string;
      richMessageClassification?: {
        /** @enum {string} */
        classificationType: 'RICH_MESSAGE' | 'RICH_MEDIA_MESSAGE';
        segmentCount: number;
      };
      /** @description Only for FAILED at the RCS platform: its HTTP status. */
      errorCode?: string;
      /** @description Only for FAILED at the RCS platform: its raw response body. */
      errorMessage?: string;
    };
    /** @description RFC 9457 problem details. */
    Problem: {
      /**
       * Format: uri
       * @description The address of a page that explains the code and what to do about it.
       * @example https://parley.example/problems/state_in_use
       */
      type: string;
      title: string;
      status: number;
      detail: string;
      /**
       * @description Stable; for programs to check.
       * @enum {string}
       */
      code:
        | 'validation_failed'
        | 'malformed_json'
        | 'invalid_request'
        | 'invalid_phone_number'
        | 'invalid_liquid'
        | 'unauthorized'
        | 'invalid_token'
        | 'insufficient_scope'
        | 'insufficient_role'
        | 'forbidden_origin'
        | 'not_a_test_device'
        | 'state_in_use'
        | 'not_found'
        | 'account_not_found'
        | 'agent_not_found'
        | 'authentication_not_found'
        | 'brand_not_found'
        | 'connector_not_found'
        | 'media_not_found'
        | 'conversation_not_found'
        | 'credential_not_found'
        | 'device_not_found'
        | 'endpoint_not_found'
        | 'event_not_found'
        | 'dead_letter_not_found'
        | 'message_not_found'
        | 'passkey_not_found'
        | 'person_not_found'
        | 'redelivery_not_found'
        | 'session_not_found'
        | 'signing_token_not_found'
        | 'state_not_found'
        | 'exploration_not_found'
        | 'replay_not_found'
        | 'test_not_found'
        | 'version_not_found'
        | 'method_not_allowed'
        | 'account_exists'
        | 'authentication_in_use'
        | 'connector_exists'
        | 'connector_in_use'
        | 'email_taken'
        | 'flow_invalid'
        | 'flow_too_large'
        | 'idempotency_key_reused'
        | 'media_full'
        | 'media_in_use'
        | 'message_id_reused'
        | 'platform_agent_in_use'
        | 'message_not_revocable'
        | 'redelivery_running'
        | 'too_many_endpoints'
        | 'signing_token_conflict'
        | 'state_exists'
        | 'too_many_tests'
        | 'tests_failed'
        | 'webhook_not_configured'
        | 'changed_since'
        | 'body_too_large'
        | 'unsupported_media_type'
        | 'media_unreachable'
        | 'range_not_satisfiable'
        | 'too_many_requests'
        | 'header_too_large'
        | 'internal_error'
        | 'not_ready';
      /** @description What is wrong, field by field. */
      errors?: {
        /** @description JSON pointer into the body, or the name of a parameter or header. */
        path: string;
        message: string;
        /** @description From 1; within the string for `invalid_liquid`, within the body for `malformed_json`. */
        line?: number;
        /** @description From 1. */
        column?: number;
      }[];
    };
    /** @description An error of the token endpoint. */
    OAuthError: {
      /**
       * @description RFC 6749 §5.2.
       * @example invalid_client
       */
      error: string;
      /** @description For developers. */
      error_description: string;
    };
    /** @description Exactly one of text, uploadedRbmFile, contentInfo and richCard. Every string may hold Liquid. */
    ContentMessage: {
      /** @description Up to 3072 characters once rendered. */
      text?: string;
      uploadedRbmFile?: {
        /** @description The name that the platform gave the uploaded file. */
        fileName: string;
        /** @description The same for its thumbnail. */
        thumbnailName?: string;
      };
      contentInfo?: {
        /** @description A public http or https address, up to 2048 characters. */
        fileUrl: string;
        /** @description A public http or https address, up to 2048 characters. */
        thumbnailUrl?: string;
        /** @description Fetch again instead of using the cache. */
        forceRefresh?: boolean;
      };
      richCard?: {
        standaloneCard?: {
          /** @description The orientation of the card. */
          cardOrientation?: string;
          /** @description Horizontal cards only. */
          thumbnailImageAlignment?: string;
          cardContent: {
            /** @description Up to 200 characters. */
            title?: string;
            /** @description Up to 2000 characters. */
            description?: string;
            media?: {
              /** @description Ignored for horizontal cards. */
              height?: string;
              uploadedRbmFile?: {
                /** @description The name that the platform gave the uploaded file. */
                fileName: string;
                /** @description The same for its thumbnail. */
                thumbnailName?: string;
              };
              contentInfo?: {
                /** @description A public http or https address, up to 2048 characters. */
                fileUrl: string;
                /** @description A public http or https address, up to 2048 characters. */
                thumbnailUrl?: string;
                /** @description Fetch again instead of using the cache. */
                forceRefresh?: boolean;
              };
            } & (unknown | unknown);
            suggestions?: ({
              reply?: {
                /** @description The label, 1 to 25 characters. */
                text: string;
                /** @description What a tap sends back: the id of a state, `{"nextState": …, "params": {…}}`, or any text; up to 2048 characters. */
                postbackData: string;
              };
              action?: {
                /** @description The label, 1 to 25 characters. */
                text: string;
                /** @description What a tap sends back: the id of a state, `{"nextState": …, "params": {…}}`, or any text; up to 2048 characters. */
                postbackData?: string;
                /** @description An absolute address, up to 2048 characters. */
                fallbackUrl?: string;
                dialAction?: {
                  /** @description An E.164 number or a short code: digits, +, * and # only. */
                  phoneNumber: string;
                };
                viewLocationAction?: {
                  latLong?: {
                    /** @description Degrees, −90 to 90. */
                    latitude: number | string;
                    /** @description Degrees, −180 to 180. */
                    longitude: number | string;
                  };
                  /** @description What to search for on the map; Google Messages only. */
                  query?: string;
                  /** @description The label of the pin. */
                  label?: string;
                };
                createCalendarEventAction?: {
                  /** @description RFC 3339. */
                  startTime: string;
                  /** @description RFC 3339. */
                  endTime: string;
                  /** @description 1 to 100 characters. */
                  title: string;
                  /** @description Up to 500 characters. */
                  description?: string;
                };
                openUrlAction?: {
                  /** @description An absolute address, up to 2048 characters. */
                  url: string;
                  /** @description BROWSER if absent. */
                  application?: string;
                  /** @description Height of the webview. */
                  webviewViewMode?: string;
                  /** @description Accessibility text for the webview. */
                  description?: string;
                };
                shareLocationAction?: Record<string, unknown>;
              } & (unknown | unknown | unknown | unknown | unknown);
            } & (unknown | unknown))[];
          };
        };
        carouselCard?: {
          /** @description The width of every card. */
          cardWidth?: string;
          cardContents: {
            /** @description Up to 200 characters. */
            title?: string;
            /** @description Up to 2000 characters. */
            description?: string;
            media?: {
              /** @description Ignored for horizontal cards. */
              height?: string;
              uploadedRbmFile?: {
                /** @description The name that the platform gave the uploaded file. */
                fileName: string;
                /** @description The same for its thumbnail. */
                thumbnailName?: string;
              };
              contentInfo?: {
                /** @description A public http or https address, up to 2048 characters. */
                fileUrl: string;
                /** @description A public http or https address, up to 2048 characters. */
                thumbnailUrl?: string;
                /** @description Fetch again instead of using the cache. */
                forceRefresh?: boolean;
              };
            } & (unknown | unknown);
            suggestions?: ({
              reply?: {
                /** @description The label, 1 to 25 characters. */
                text: string;
                /** @description What a tap sends back: the id of a state, `{"nextState": …, "params": {…}}`, or any text; up to 2048 characters. */
                postbackData: string;
              };
              action?: {
                /** @description The label, 1 to 25 characters. */
                text: string;
                /** @description What a tap sends back: the id of a state, `{"nextState": …, "params": {…}}`, or any text; up to 2048 characters. */
                postbackData?: string;
                /** @description An absolute address, up to 2048 characters. */
                fallbackUrl?: string;
                dialAction?: {
                  /** @description An E.164 number or a short code: digits, +, * and # only. */
                  phoneNumber: string;
                };
                viewLocationAction?: {
                  latLong?: {
                    /** @description Degrees, −90 to 90. */
                    latitude: number | string;
                    /** @description Degrees, −180 to 180. */
                    longitude: number | string;
                  };
                  /** @description What to search for on the map; Google Messages only. */
                  query?: string;
                  /** @description The label of the pin. */
                  label?: string;
                };
                createCalendarEventAction?: {
                  /** @description RFC 3339. */
                  startTime: string;
                  /** @description RFC 3339. */
                  endTime: string;
                  /** @description 1 to 100 characters. */
                  title: string;
                  /** @description Up to 500 characters. */
                  description?: string;
                };
                openUrlAction?: {
                  /** @description An absolute address, up to 2048 characters. */
                  url: string;
                  /** @description BROWSER if absent. */
                  application?: string;
                  /** @description Height of the webview. */
                  webviewViewMode?: string;
                  /** @description Accessibility text for the webview. */
                  description?: string;
                };
                shareLocationAction?: Record<string, unknown>;
              } & (unknown | unknown | unknown | unknown | unknown);
            } & (unknown | unknown))[];
          }[];
        };
      } & (unknown | unknown);
      /** @description Chips under the message, shown while it is the last one. */
      suggestions?: ({
        reply?: {
          /** @description The label, 1 to 25 characters. */
          text: string;
          /** @description What a tap sends back: the id of a state, `{"nextState": …, "params": {…}}`, or any text; up to 2048 characters. */
          postbackData: string;
        };
        action?: {
          /** @description The label, 1 to 25 characters. */
          text: string;
          /** @description What a tap sends back: the id of a state, `{"nextState": …, "params": {…}}`, or any text; up to 2048 characters. */
          postbackData?: string;
          /** @description An absolute address, up to 2048 characters. */
          fallbackUrl?: string;
          dialAction?: {
            /** @description An E.164 number or a short code: digits, +, * and # only. */
            phoneNumber: string;
          };
          viewLocationAction?: {
            latLong?: {
              /** @description Degrees, −90 to 90. */
              latitude: number | string;
              /** @description Degrees, −180 to 180. */
              longitude: number | string;
            };
            /** @description What to search for on the map; Google Messages only. */
            query?: string;
            /** @description The label of the pin. */
            label?: string;
          };
          createCalendarEventAction?: {
            /** @description RFC 3339. */
            startTime: string;
            /** @description RFC 3339. */
            endTime: string;
            /** @description 1 to 100 characters. */
            title: string;
            /** @description Up to 500 characters. */
            description?: string;
          };
          openUrlAction?: {
            /** @description An absolute address, up to 2048 characters. */
            url: string;
            /** @description BROWSER if absent. */
            application?: string;
            /** @description Height of the webview. */
            webviewViewMode?: string;
            /** @description Accessibility text for the webview. */
            description?: string;
          };
          shareLocationAction?: Record<string, unknown>;
        } & (unknown | unknown | unknown | unknown | unknown);
      } & (unknown | unknown))[];
    } & (unknown | unknown | unknown | unknown);
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  getService: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            name: string;
            version: string;
            links: {
              [key: string]: string;
            };
            /** @description The provider at which people may log in to the console, as the operator calls it. */
            openIdConnect: {
              name: string;
            } | null;
          };
        };
      };
      /** @description `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getHealth: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            status: 'alive';
          };
        };
      };
      /** @description `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getReadiness: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            ready: boolean;
            /** @description Why it is not ready; empty when it is. */
            reasons: string[];
          };
        };
      };
      /** @description `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Service Unavailable. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            ready: boolean;
            /** @description Why it is not ready; empty when it is. */
            reasons: string[];
          };
        };
      };
    };
  };
  getMetrics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getAccessTokenKeys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            keys: {
              [key: string]: unknown;
            }[];
          };
        };
      };
      /** @description `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getAuthorizationServerMetadata: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  rotateAccessTokenKey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The `kid` of new tokens. */
            keyId: string;
          };
        };
      };
      /** @description `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            sessionId: string;
            /** @description Null: of whoever has the operator key. */
            person: {
              personId: string;
              name: string;
              /** @description An e-mail address, to log in with; upper and lower case are the same. */
              email: string;
              /**
               * @description `reader`: sees everything but secrets. `author`: also writes flows, tests, media and connectors, and sends to test devices. `operator`: also agents, devices, publishing, failures, consent, credentials of connectors. `owner`: everything.
               * @enum {string}
               */
              role: 'reader' | 'author' | 'operator' | 'owner';
              /** @description Cannot log in; the sessions have ended. */
              disabled: boolean;
              /** Format: date-time */
              createdAt: string;
              hasPassword: boolean;
              lastLogInAt: string | null;
            } | null;
            /**
             * @description More ways may come.
             * @enum {string}
             */
            openedBy: 'operator-key' | 'log-in-link' | 'password' | 'openid-connect' | 'passkey';
            /** @description Where it was opened; behind `TRUST_PROXY`, the caller. */
            address: string;
            /** @description Of the browser that it was opened in. */
            userAgent: string | null;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description It cannot be extended: log in again.
             */
            expiresAt: string;
            /** @description The operationIds of what it may do. */
            may: string[];
          };
        };
      };
      /** @description `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  logIn: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          operatorKey?: string;
          linkToken?: string;
          email?: string;
          password?: string;
          passkey?: {
            /** @description In base64url. */
            id: string;
            /** @description In base64url. */
            rawId: string;
            /** @constant */
            type: 'public-key';
            response: {
              /** @description In base64url. */
              clientDataJSON: string;
              /** @description In base64url. */
              authenticatorData: string;
              /** @description In base64url. */
              signature: string;
              userHandle?: string | null;
            };
          };
        } & (unknown | unknown | unknown | unknown);
      };
    };
    responses: {
      /** @description Done; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  logOut: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Of this service; browsers send it.
         * @example http://127.0.0.1:8080
         */
        origin?: string;
        /**
         * @description `1`.
         * @example 1
         */
        'x-parley-console'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  createLogInLink: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description Whom it logs in, within three days. If absent, whoever asks, within ten minutes. */
          personId?: string;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description For a browser. What is after the # is a secret. */
            url: string;
            /** Format: date-time */
            expiresAt: string;
          };
        };
      };
      /** @description `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `person_not_found`: No such person. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getPasskeyOptions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listPasskeys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            passkeys: components['schemas']['Passkey'][];
          };
        };
      };
      /** @description `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `person_not_found`: No such person. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  createPasskey: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Of this service; browsers send it.
         * @example http://127.0.0.1:8080
         */
        origin?: string;
        /**
         * @description `1`.
         * @example 1
         */
        'x-parley-console'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Where it is kept. */
          name: string;
          credential: {
            /** @description In base64url. */
            id: string;
            /** @description In base64url. */
            rawId: string;
            /** @constant */
            type: 'public-key';
            response: {
              /** @description In base64url. */
              clientDataJSON: string;
              /** @description In base64url. */
              attestationObject: string;
            };
          };
          /** @description Unless there is none, or a log-in link opened this session. */
          currentPassword?: string;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Passkey'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `person_not_found`: No such person. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getNewPasskeyOptions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `person_not_found`: No such person. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  deletePasskey: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Of this service; browsers send it.
         * @example http://127.0.0.1:8080
         */
        origin?: string;
        /**
         * @description `1`.
         * @example 1
         */
        'x-parley-console'?: string;
      };
      path: {
        /** @example passkey_cornershop0000000001 */
        passkeyId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `person_not_found`: No such person. `passkey_not_found`: No such passkey. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listSessions: {
    parameters: {
      query?: {
        /** @description The number of rows to return. */
        limit?: number;
        /** @description The `nextCursor` of the previous response. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            sessions: components['schemas']['ConsoleSession'][];
            /** @description Present when there is more. */
            nextCursor?: string;
          };
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  endSession: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example session_cornershop0000000001 */
        sessionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `session_not_found`: No such session. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  setPassword: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Of this service; browsers send it.
         * @example http://127.0.0.1:8080
         */
        origin?: string;
        /**
         * @description `1`.
         * @example 1
         */
        'x-parley-console'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Any characters, also spaces: a sentence is easier to remember than signs. */
          password: string;
          /** @description Unless there is none yet, or a log-in link opened this session. */
          currentPassword?: string;
        };
      };
    };
    responses: {
      /** @description Done; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `person_not_found`: No such person. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listPeople: {
    parameters: {
      query?: {
        /** @description The number of rows to return. */
        limit?: number;
        /** @description The `nextCursor` of the previous response. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            people: components['schemas']['Person'][];
            /** @description Present when there is more. */
            nextCursor?: string;
          };
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  createPerson: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewPerson'];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Person'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `email_taken`: Somebody has this e-mail address already. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  deletePerson: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example person_cornershop0000000001 */
        personId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `person_not_found`: No such person. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  updatePerson: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example person_cornershop0000000001 */
        personId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['PersonPatch'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Person'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `person_not_found`: No such person. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `email_taken`: Somebody has this e-mail address already. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listAccounts: {
    parameters: {
      query?: {
        /** @description The number of rows to return. */
        limit?: number;
        /** @description The `nextCursor` of the previous response. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            accounts: components['schemas']['Account'][];
            /** @description Present when there is more. */
            nextCursor?: string;
          };
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  createAccount: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewAccount'];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Account'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `account_exists`: An account with this name already exists. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listCredentials: {
    parameters: {
      query?: {
        /** @description The number of rows to return. */
        limit?: number;
        /** @description The `nextCursor` of the previous response. */
        cursor?: string;
        /** @description Limits the list to this account. If absent, the operator sees all accounts. */
        accountId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            credentials: components['schemas']['Credential'][];
            /** @description Present when there is more. */
            nextCursor?: string;
          };
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  createCredential: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewCredential'];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CredentialWithSecret'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `account_not_found`: No such account. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  deleteCredential: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example clientcornershop0000000001 */
        clientId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `credential_not_found`: No such credential. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listSigningTokens: {
    parameters: {
      query?: {
        /** @description The number of rows to return. */
        limit?: number;
        /** @description The `nextCursor` of the previous response. */
        cursor?: string;
        /** @description Limits the list to this account. If absent, the operator sees all accounts. */
        accountId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            signingTokens: components['schemas']['SigningToken'][];
            /** @description Present when there is more. */
            nextCursor?: string;
          };
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  issueSigningToken: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['NewSigningToken'];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SigningTokenWithSecret'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `account_not_found`: No such account. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `signing_token_conflict`: The signing token cannot be moved to that stage. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  promoteSigningToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example signing_cornershop0000000002 */
        signingTokenId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SigningToken'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `signing_token_not_found`: No such signing token. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `signing_token_conflict`: The signing token cannot be moved to that stage. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  retireSigningToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example signing_cornershop0000000001 */
        signingTokenId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `signing_token_not_found`: No such signing token. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listBrands: {
    parameters: {
      query?: {
        /** @description The number of rows to return. */
        limit?: number;
        /** @description The `nextCursor` of the previous response. */
        cursor?: string;
        /** @description Limits the list to this account. If absent, the operator sees all accounts. */
        accountId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            brands: components['schemas']['Brand'][];
            /** @description Present when there is more. */
            nextCursor?: string;
          };
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `account_not_found`: No such account. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  createBrand: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewBrand'];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Brand'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `account_not_found`: No such account. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listAgents: {
    parameters: {
      query?: {
        /** @description The number of rows to return. */
        limit?: number;
        /** @description The `nextCursor` of the previous response. */
        cursor?: string;
        /** @description Limits the list to this account. If absent, the operator sees all accounts. */
        accountId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            agents: components['schemas']['Agent'][];
            /** @description Present when there is more. */
            nextCursor?: string;
          };
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `account_not_found`: No such account. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  createAgent: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewAgent'];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          /** @description For `If-Match` of a change. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Agent'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `brand_not_found`: No such brand. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `platform_agent_in_use`: Another agent has this id at the RCS platform. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getAgent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          /** @description For `If-Match` of a change. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Agent'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  deleteAgent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  updateAgent: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `ETag`: the change is made only if that is still the current one. 412 `changed_since` if not. */
        'if-match'?: string;
      };
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['AgentPatch'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          /** @description For `If-Match` of a change. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Agent'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `platform_agent_in_use`: Another agent has this id at the RCS platform. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `changed_since`: It has been changed since you read it. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  launchAgent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Agent'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listDevices: {
    parameters: {
      query?: {
        /** @description The number of rows to return. */
        limit?: number;
        /** @description The `nextCursor` of the previous response. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            devices: components['schemas']['Device'][];
            /** @description Present when there is more. */
            nextCursor?: string;
          };
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  registerDevice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewDevice'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Device'];
        };
      };
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Device'];
        };
      };
      /** @description `invalid_phone_number`: The phone number is not in E.164 form. `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  removeDevice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /**
         * @description E.164: +, country code and number; no spaces, dashes or brackets.
         * @example +12025550123
         */
        phoneNumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_phone_number`: The phone number is not in E.164 form. `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `device_not_found`: No such test device. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  updateDevice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /**
         * @description E.164: +, country code and number; no spaces, dashes or brackets.
         * @example +12025550123
         */
        phoneNumber: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['DevicePatch'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Device'];
        };
      };
      /** @description `invalid_phone_number`: The phone number is not in E.164 form. `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `device_not_found`: No such test device. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listEndpoints: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            endpoints: components['schemas']['Endpoint'][];
          };
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  createEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewEndpoint'];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          /** @description For `If-Match` of a change. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Endpoint'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_endpoints`: The agent has as many endpoints as it may have. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listEndpointStatistics: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            endpoints: components['schemas']['EndpointStatistics'][];
          };
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /** @example endpoint_cornershop0000000001 */
        endpointId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          /** @description For `If-Match` of a change. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Endpoint'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `endpoint_not_found`: No such endpoint. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  deleteEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /** @example endpoint_cornershop0000000001 */
        endpointId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `endpoint_not_found`: No such endpoint. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  updateEndpoint: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `ETag`: the change is made only if that is still the current one. 412 `changed_since` if not. */
        'if-match'?: string;
      };
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /** @example endpoint_cornershop0000000001 */
        endpointId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['EndpointPatch'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          /** @description For `If-Match` of a change. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Endpoint'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `endpoint_not_found`: No such endpoint. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `changed_since`: It has been changed since you read it. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listStates: {
    parameters: {
      query?: {
        /** @description The number of rows to return. */
        limit?: number;
        /** @description The `nextCursor` of the previous response. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            states: components['schemas']['State'][];
            /** @description Present when there is more. */
            nextCursor?: string;
          };
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getState: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /**
         * @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces.
         * @example welcome
         */
        stateId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          /** @description For `If-Match` of a change. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['State'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `state_not_found`: No such state. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  replaceState: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `ETag`: the change is made only if that is still the current one. 412 `changed_since` if not. */
        'if-match'?: string;
      };
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /**
         * @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces.
         * @example hours
         */
        stateId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['StateBody'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          /** @description For `If-Match` of a change. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedState'];
        };
      };
      /** @description `invalid_liquid`: A Liquid template is not valid. `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `state_not_found`: No such state. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `changed_since`: It has been changed since you read it. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  createState: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /**
         * @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces.
         * @example welcome
         */
        stateId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['StateBody'];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          /** @description For `If-Match` of a change. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedState'];
        };
      };
      /** @description `invalid_liquid`: A Liquid template is not valid. `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `state_exists`: A state with this id already exists. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  deleteState: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `ETag`: the change is made only if that is still the current one. 412 `changed_since` if not. */
        'if-match'?: string;
      };
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /**
         * @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces.
         * @example order
         */
        stateId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `state_in_use`: The state is the flow entry of another state. `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `state_not_found`: No such state. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `changed_since`: It has been changed since you read it. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  updateState: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `ETag`: the change is made only if that is still the current one. 412 `changed_since` if not. */
        'if-match'?: string;
      };
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /**
         * @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces.
         * @example hours
         */
        stateId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['StatePatch'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          /** @description For `If-Match` of a change. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedState'];
        };
      };
      /** @description `invalid_liquid`: A Liquid template is not valid. `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `state_not_found`: No such state. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `changed_since`: It has been changed since you read it. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getFlow: {
    parameters: {
      query?: {
        /** @description Of this version; the draft if absent. */
        version?: number;
      };
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          /** @description For `If-Match` of a change. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Flow'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `version_not_found`: No such version. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `flow_too_large`: The flow is too large for one document. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  replaceFlow: {
    parameters: {
      query?: {
        /** @description Only says what would change and what is wrong; stores nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description An `ETag`: the change is made only if that is still the current one. 412 `changed_since` if not. */
        'if-match'?: string;
      };
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Flow'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          /** @description For `If-Match` of a change. */
          etag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedFlow'];
        };
      };
      /** @description `invalid_liquid`: A Liquid template is not valid. `malformed_json`: The body is not valid JSON. `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `changed_since`: It has been changed since you read it. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listTests: {
    parameters: {
      query?: {
        /** @description The number of rows to return. */
        limit?: number;
        /** @description The `nextCursor` of the previous response. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            tests: components['schemas']['FlowTestSummary'][];
            /** @description Present when there is more. */
            nextCursor?: string;
          };
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getTest: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /**
         * @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces.
         * @example hours
         */
        testId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowTest'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `test_not_found`: No such flow test. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  putTest: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /**
         * @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces.
         * @example hours
         */
        testId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['FlowTest'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowTestSummary'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_tests`: The agent has too many flow tests. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  deleteTest: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /**
         * @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces.
         * @example hours
         */
        testId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `test_not_found`: No such flow test. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  runTests: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description The flow: a version, or `draft`, which it is if absent. */
          version?: number | 'draft';
          flow?: components['schemas']['Flow'];
          /** @description Tell also what each step did, and the values in the end: to play a flow. For one given test. */
          play?: boolean;
          /** @description Ids of saved tests, or whole tests that need not be saved. If absent: all saved ones, and of a version those that it was published with. */
          tests?: (string | components['schemas']['FlowTest'])[];
        };
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuiteResult'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `test_not_found`: No such flow test. `version_not_found`: No such version. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `flow_too_large`: The flow is too large for one document. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  writeTestFromConversation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description E.164: +, country code and number; no spaces, dashes or brackets.
           * @example +15550100001
           */
          phoneNumber: string;
          /** @description The number of the first turn; that of the last session if absent. */
          from?: number;
          /** @description The number of the last turn; the latest if absent. */
          to?: number;
          /**
           * @description `replace`, the default: what is recognised as personal is replaced, everywhere by the same.
           * @enum {string}
           */
          personalData?: 'replace' | 'keep';
        };
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            test: components['schemas']['FlowTest'];
            /** @description What the test could not keep, and what to look at before using it. */
            notes: string[];
          };
        };
      };
      /** @description `invalid_phone_number`: The phone number is not in E.164 form. `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `conversation_not_found`: No such conversation. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  startReplay: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReplayRequest'];
      };
    };
    responses: {
      /** @description Accepted. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Replay'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `version_not_found`: No such version. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `flow_too_large`: The flow is too large for one document. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getReplay: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /**
         * @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces.
         * @example replay_01a15f90-0000-7000-8000-000000000002
         */
        replayId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Replay'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `replay_not_found`: No such replay. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  deleteReplay: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /**
         * @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces.
         * @example replay_01a15f90-0000-7000-8000-000000000002
         */
        replayId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `replay_not_found`: No such replay. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getFunnel: {
    parameters: {
      query?: {
        /** @description Turns on this version, or on the `draft`, which is the flow where nothing is published; all if absent. */
        version?: string;
        /** @description Turns at this time or later; the last day if absent. */
        since?: string;
        /** @description Turns before this time; now if absent. */
        until?: string;
      };
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Funnel'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `version_not_found`: No such version. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listFlowFindings: {
    parameters: {
      query?: {
        /** @description Of this version; the draft if absent. */
        version?: number;
      };
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            errors: number;
            warnings: number;
            /** @description In the order of the document; of more than 1,000, errors first. */
            findings: components['schemas']['Finding'][];
          };
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `version_not_found`: No such version. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `flow_too_large`: The flow is too large for one document. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  startExploration: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['NewExploration'];
      };
    };
    responses: {
      /** @description Accepted. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Exploration'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `version_not_found`: No such version. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `flow_too_large`: The flow is too large for one document. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getExploration: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /**
         * @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces.
         * @example exploration_01a15f90-0000-7000-8000-000000000003
         */
        explorationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Exploration'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `exploration_not_found`: No such exploration. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  deleteExploration: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /**
         * @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces.
         * @example exploration_01a15f90-0000-7000-8000-000000000003
         */
        explorationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `exploration_not_found`: No such exploration. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listVersions: {
    parameters: {
      query?: {
        /** @description The number of rows to return. */
        limit?: number;
        /** @description The `nextCursor` of the previous response. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            versions: components['schemas']['FlowVersion'][];
            /** @description Present when there is more. */
            nextCursor?: string;
          };
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  publishVersion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['NewVersion'];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowVersion'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `flow_invalid`: The flow has errors. `tests_failed`: Flow tests fail. `flow_too_large`: The flow is too large for one document. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `changed_since`: It has been changed since you read it. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getVersion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /**
         * @description As in the list.
         * @example 1
         */
        version: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowVersion'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `version_not_found`: No such version. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  activateVersion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /**
         * @description As in the list.
         * @example 1
         */
        version: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['ActivationRequest'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowVersion'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `version_not_found`: No such version. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `flow_invalid`: The flow has errors. `tests_failed`: Flow tests fail. `flow_too_large`: The flow is too large for one document. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  diffVersions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /**
         * @description As in the list.
         * @example 1
         */
        version: string;
        /**
         * @description A version, or `draft`.
         * @example draft
         */
        other: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowDiff'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `version_not_found`: No such version. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  previewMessage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PreviewRequest'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Preview'];
        };
      };
      /** @description `invalid_liquid`: A Liquid template is not valid. `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listConnectors: {
    parameters: {
      query?: {
        /** @description The number of rows to return. */
        limit?: number;
        /** @description The `nextCursor` of the previous response. */
        cursor?: string;
        /** @description Limits the list to this account. If absent, the operator sees all accounts. */
        accountId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            connectors: components['schemas']['Connector'][];
            /** @description Present when there is more. */
            nextCursor?: string;
          };
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `account_not_found`: No such account. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  createConnector: {
    parameters: {
      query?: {
        /** @description For the operator: which account; `default` if absent. */
        accountId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewConnector'];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Connector'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `account_not_found`: No such account. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `connector_exists`: A connector with this id already exists. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getConnector: {
    parameters: {
      query?: {
        /** @description For the operator: which account; `default` if absent. */
        accountId?: string;
      };
      header?: never;
      path: {
        /**
         * @description A letter, then letters, digits, _ and -; 1 to 64 characters. `http` is built in and cannot be defined.
         * @example orders
         */
        connectorId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Connector'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `connector_not_found`: No such connector. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  replaceConnector: {
    parameters: {
      query?: {
        /** @description For the operator: which account; `default` if absent. */
        accountId?: string;
      };
      header?: never;
      path: {
        /**
         * @description A letter, then letters, digits, _ and -; 1 to 64 characters. `http` is built in and cannot be defined.
         * @example orders
         */
        connectorId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConnectorDefinition'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Connector'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `connector_not_found`: No such connector. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  deleteConnector: {
    parameters: {
      query?: {
        /** @description For the operator: which account; `default` if absent. */
        accountId?: string;
      };
      header?: never;
      path: {
        /**
         * @description A letter, then letters, digits, _ and -; 1 to 64 characters. `http` is built in and cannot be defined.
         * @example orders
         */
        connectorId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `connector_not_found`: No such connector. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `connector_in_use`: A state still uses this connector. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listAuthentications: {
    parameters: {
      query?: {
        /** @description The number of rows to return. */
        limit?: number;
        /** @description The `nextCursor` of the previous response. */
        cursor?: string;
        /** @description Limits the list to this account. If absent, the operator sees all accounts. */
        accountId?: string;
      };
      header?: never;
      path: {
        /**
         * @description A letter, then letters, digits, _ and -; 1 to 64 characters. `http` is built in and cannot be defined.
         * @example orders
         */
        connectorId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            authentications: components['schemas']['Authentication'][];
            /** @description Present when there is more. */
            nextCursor?: string;
          };
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `connector_not_found`: No such connector. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  createAuthentication: {
    parameters: {
      query?: {
        /** @description For the operator: which account; `default` if absent. */
        accountId?: string;
      };
      header?: never;
      path: {
        /**
         * @description A letter, then letters, digits, _ and -; 1 to 64 characters. `http` is built in and cannot be defined.
         * @example orders
         */
        connectorId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewAuthentication'];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Authentication'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `connector_not_found`: No such connector. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  deleteAuthentication: {
    parameters: {
      query?: {
        /** @description For the operator: which account; `default` if absent. */
        accountId?: string;
      };
      header?: never;
      path: {
        /**
         * @description A letter, then letters, digits, _ and -; 1 to 64 characters. `http` is built in and cannot be defined.
         * @example orders
         */
        connectorId: string;
        /** @example auth_cornershop0000000001 */
        authenticationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `authentication_not_found`: No such authentication. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `authentication_in_use`: A state still uses this authentication. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  runOperation: {
    parameters: {
      query?: {
        /** @description For the operator: which account; `default` if absent. */
        accountId?: string;
      };
      header?: never;
      path: {
        /**
         * @description A letter, then letters, digits, _ and -; 1 to 64 characters. `http` is built in and cannot be defined.
         * @example orders
         */
        connectorId: string;
        /** @example find */
        operation: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description A credential of the connector; `none` if absent. */
          authenticationId?: string;
          /** @description The values of the operation's placeholders. */
          data?: Record<string, unknown>;
        };
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Whether a state would have a result. */
            ok: boolean;
            /** @description What a state finds under `data.<contextKey>`; secrets are hidden. */
            result?: unknown;
            /** @description As in a trace: docs/connectors.md. */
            error?: {
              code: string;
              message: string;
            };
            durationMs: number;
          };
        };
      };
      /** @description `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `connector_not_found`: No such connector. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listMedia: {
    parameters: {
      query?: {
        /** @description The number of rows to return. */
        limit?: number;
        /** @description The `nextCursor` of the previous response. */
        cursor?: string;
        /** @description Limits the list to this account. If absent, the operator sees all accounts. */
        accountId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            media: components['schemas']['Medium'][];
            /** @description Present when there is more. */
            nextCursor?: string;
          };
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `account_not_found`: No such account. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  uploadMedium: {
    parameters: {
      query?: {
        /** @description For the operator: which account; `default` if absent. */
        accountId?: string;
        /**
         * @description For people; its letters and digits are in the address too.
         * @example shop.gif
         */
        name?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/octet-stream': string;
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Medium'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `account_not_found`: No such account. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `media_full`: The account has no room for this file. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getMedium: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description As in the list.
         * @example media_cornershop0000000001
         */
        mediaId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Medium'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `media_not_found`: No such medium. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  deleteMedium: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description As in the list.
         * @example media_cornershop0000000001
         */
        mediaId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `media_not_found`: No such medium. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `media_in_use`: A message still shows this medium. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readMedium: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example media_cornershop0000000001 */
        mediaId: string;
        /** @example shop.gif */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'image/jpeg': string;
          'image/png': string;
          'image/gif': string;
          'video/mp4': string;
          'video/m4v': string;
          'video/mpeg': string;
          'video/webm': string;
          'audio/mpeg': string;
          'audio/aac': string;
          'audio/mp4': string;
          'application/ogg': string;
          'application/pdf': string;
        };
      };
      /** @description Partial Content. */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'image/jpeg': string;
          'image/png': string;
          'image/gif': string;
          'video/mp4': string;
          'video/m4v': string;
          'video/mpeg': string;
          'video/webm': string;
          'audio/mpeg': string;
          'audio/aac': string;
          'audio/mp4': string;
          'application/ogg': string;
          'application/pdf': string;
        };
      };
      /** @description The caller has it, by its `ETag`. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `media_not_found`: No such medium. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `range_not_satisfiable`: There is no such range. */
      416: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  lookAtMedium: {
    parameters: {
      query: {
        /** @example https://orders.example/shop.gif */
        url: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'image/jpeg': string;
          'image/png': string;
          'image/gif': string;
          'image/webp': string;
          'video/mp4': string;
          'video/m4v': string;
          'video/webm': string;
        };
      };
      /** @description Partial Content. */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'image/jpeg': string;
          'image/png': string;
          'image/gif': string;
          'image/webp': string;
          'video/mp4': string;
          'video/m4v': string;
          'video/webm': string;
        };
      };
      /** @description It is one of ours, at its own address. */
      302: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `range_not_satisfiable`: There is no such range. */
      416: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `media_unreachable`: The picture cannot be shown. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  sendState: {
    parameters: {
      query?: never;
      header?: {
        /** @description Up to 255 printable ASCII characters. Repeating a request with its key within 24 hours returns the first response again and sends nothing more. */
        'idempotency-key'?: string;
      };
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /**
         * @description Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces.
         * @example welcome
         */
        stateId: string;
        /**
         * @description E.164: +, country code and number; no spaces, dashes or brackets.
         * @example +12025550123
         */
        phoneNumber: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['SendRequest'];
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SendAnswer'];
        };
      };
      /** @description `invalid_phone_number`: The phone number is not in E.164 form. `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_a_test_device`: The agent is in test mode and the number is not a registered test device. `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `state_not_found`: No such state. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. `message_id_reused`: The messageId was used for another request. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getMessage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /** @example 01a15f90-0000-7000-8000-000000000001 */
        messageId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Message'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `message_not_found`: No such message. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  revokeMessage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /** @example 01a15f90-0000-4000-8000-00000000000a */
        messageId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `message_not_found`: No such message. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `message_not_revocable`: The message cannot be revoked. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listConversations: {
    parameters: {
      query?: {
        /** @description The number of rows to return. */
        limit?: number;
        /** @description The `nextCursor` of the previous response. */
        cursor?: string;
        /** @description Only of phone numbers that begin with it; the + may be absent. */
        phoneNumberPrefix?: string;
        /** @description `waiting`: only those that wait for an answer of the user. `stopped`: whose last turn ended without a message. `failed`: with events in the failure queue. `unsubscribed`: whose user has opted out. Of stopped turns the latest 10,000 count, of failed events any 10,000. */
        standing?: string;
      };
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            conversations: components['schemas']['ConversationSummary'][];
            /** @description Present when there is more. */
            nextCursor?: string;
          };
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getConversation: {
    parameters: {
      query?: {
        limit?: number;
        /** @description The `nextCursor` of the previous response. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /**
         * @description E.164: +, country code and number; no spaces, dashes or brackets.
         * @example +12025550123
         */
        phoneNumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Conversation'];
        };
      };
      /** @description `invalid_phone_number`: The phone number is not in E.164 form. `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `conversation_not_found`: No such conversation. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listConsentChanges: {
    parameters: {
      query?: {
        /** @description The number of rows to return. */
        limit?: number;
        /** @description The `nextCursor` of the previous response. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /**
         * @description E.164: +, country code and number; no spaces, dashes or brackets.
         * @example +12025550123
         */
        phoneNumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            changes: components['schemas']['ConsentChange'][];
            /** @description Present when there is more. */
            nextCursor?: string;
          };
        };
      };
      /** @description `invalid_phone_number`: The phone number is not in E.164 form. `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  recordConsent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /**
         * @description E.164: +, country code and number; no spaces, dashes or brackets.
         * @example +12025550123
         */
        phoneNumber: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConsentRecord'];
      };
    };
    responses: {
      /** @description Accepted. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            agentId: string;
            /**
             * @description E.164: +, country code and number; no spaces, dashes or brackets.
             * @example +15550100001
             */
            phoneNumber: string;
            /** @enum {string} */
            action: 'OPT_IN' | 'OPT_OUT';
            /**
             * @description It applies to everything that arrives after it.
             * @constant
             */
            status: 'ENQUEUED';
          };
        };
      };
      /** @description `invalid_phone_number`: The phone number is not in E.164 form. `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listEvents: {
    parameters: {
      query?: {
        /** @description The number of rows to return. */
        limit?: number;
        /** @description The `nextCursor` of the previous response. */
        cursor?: string;
        /** @description A further endpoint: its failure queue, its status, its attempts. If absent, the agent's own webhook. */
        endpointId?: string;
        /** @example UserMessage */
        class?: 'UserMessage' | 'UserEvent' | 'ServerEvent';
        /** @description Its `eventType`, as in `DELIVERED`, or what a UserMessage has: `text`, `suggestion`, `location`, `file`. */
        type?: string;
        /** @description Created at this time or later; in the failure queue, those that got there then. */
        since?: string;
        /** @description Before this time. */
        until?: string;
        /** @description The `reason` of a group in the summary; only of events in the failure queue. */
        reason?: string;
        /**
         * @description `PENDING`: attempts are still due. `FORWARDED`: the webhook accepted it. `FAILED`: it is in the failure queue. `DISCARDED`: it was, and somebody took it out. `RECORDED`: never accepted, and no attempt is due, because the agent has or had no webhook.
         * @example FORWARDED
         */
        status?: 'PENDING' | 'FORWARDED' | 'FAILED' | 'DISCARDED' | 'RECORDED';
        /** @description E.164: +, country code and number; no spaces, dashes or brackets. */
        phoneNumber?: string;
      };
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            events: components['schemas']['ForwardedEvent'][];
            /** @description Present when there is more. */
            nextCursor?: string;
          };
        };
      };
      /** @description `invalid_phone_number`: The phone number is not in E.164 form. `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `endpoint_not_found`: No such endpoint. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getEvent: {
    parameters: {
      query?: {
        /** @description A further endpoint: its failure queue, its status, its attempts. If absent, the agent's own webhook. */
        endpointId?: string;
        /** @description With those that each attempt sent. */
        headers?: boolean;
      };
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /** @example 00000000-0002-8000-8000-000000000001 */
        eventId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ForwardedEvent'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `endpoint_not_found`: No such endpoint. `event_not_found`: No such event. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  redeliverEvent: {
    parameters: {
      query?: {
        /** @description A further endpoint: its failure queue, its status, its attempts. If absent, the agent's own webhook. */
        endpointId?: string;
      };
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /** @example 00000000-0002-8000-8000-000000000001 */
        eventId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The number of events that are forwarded again. */
            accepted: number;
            /** @description Whether there are more than one call takes; if so, call again with `cursor`. */
            more: boolean;
            nextCursor?: string;
          };
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `endpoint_not_found`: No such endpoint. `event_not_found`: No such event. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `webhook_not_configured`: The agent has no eventForwardUrl. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  redeliverEvents: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    /** @description Which events; `status` is `FAILED` if absent. */
    requestBody?: {
      content: {
        'application/json': {
          /** @description A further endpoint: its failure queue, its status, its attempts. If absent, the agent's own webhook. */
          endpointId?: string;
          /** @enum {string} */
          class?: 'UserMessage' | 'UserEvent' | 'ServerEvent';
          /**
           * @description Its `eventType`, as in `DELIVERED`, or what a UserMessage has: `text`, `suggestion`, `location`, `file`.
           * @example DELIVERED
           */
          type?: string;
          /**
           * Format: date-time
           * @description Created at this time or later; in the failure queue, those that got there then.
           */
          since?: string;
          /**
           * Format: date-time
           * @description Before this time.
           */
          until?: string;
          /**
           * @description The `reason` of a group in the summary; only of events in the failure queue.
           * @example 401 invalid signature
           */
          reason?: string;
          /** @description Only these; those that are not in the failure queue are passed over. */
          eventIds?: string[];
          /**
           * @description `PENDING`: attempts are still due. `FORWARDED`: the webhook accepted it. `FAILED`: it is in the failure queue. `DISCARDED`: it was, and somebody took it out. `RECORDED`: never accepted, and no attempt is due, because the agent has or had no webhook.
           * @enum {string}
           */
          status?: 'PENDING' | 'FORWARDED' | 'FAILED' | 'DISCARDED' | 'RECORDED';
          /** @description The `nextCursor` of the previous response. */
          cursor?: string;
        };
      };
    };
    responses: {
      /** @description Accepted. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The number of events that are forwarded again. */
            accepted: number;
            /** @description Whether there are more than one call takes; if so, call again with `cursor`. */
            more: boolean;
            nextCursor?: string;
          };
        };
      };
      /** @description `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `endpoint_not_found`: No such endpoint. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `webhook_not_configured`: The agent has no eventForwardUrl. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  testWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @enum {string} */
          class?: 'UserMessage' | 'UserEvent' | 'ServerEvent';
          /** @description A further endpoint: its failure queue, its status, its attempts. If absent, the agent's own webhook. */
          endpointId?: string;
        };
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description What the response would mean for a real event.
             * @enum {string}
             */
            outcome: 'accepted' | 'refused' | 'retry';
            /** @description HTTP status; null if there was no response. */
            status: number | null;
            durationMs: number;
            error: string | null;
            /** @description The beginning of the response body. */
            response: string | null;
            requestHeaders: {
              [key: string]: string;
            };
            /** @description The exact bytes that were signed and sent. */
            requestBody: string;
          };
        };
      };
      /** @description `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `endpoint_not_found`: No such endpoint. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `webhook_not_configured`: The agent has no eventForwardUrl. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  streamEvents: {
    parameters: {
      query?: {
        /** @description Only says that there are new events. */
        signalOnly?: boolean;
      };
      header?: {
        /** @description The id of the last event that the reader has. */
        'last-event-id'?: string;
      };
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': string;
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `event_not_found`: No such event. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getFailureSummary: {
    parameters: {
      query?: {
        /** @description A further endpoint: its failure queue, its status, its attempts. If absent, the agent's own webhook. */
        endpointId?: string;
        /** @example UserMessage */
        class?: 'UserMessage' | 'UserEvent' | 'ServerEvent';
        /** @description Its `eventType`, as in `DELIVERED`, or what a UserMessage has: `text`, `suggestion`, `location`, `file`. */
        type?: string;
        /** @description Created at this time or later; in the failure queue, those that got there then. */
        since?: string;
        /** @description Before this time. */
        until?: string;
        /** @description The `reason` of a group in the summary; only of events in the failure queue. */
        reason?: string;
      };
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FailureSummary'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `endpoint_not_found`: No such endpoint. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getFailureSummaryOfAll: {
    parameters: {
      query?: {
        /** @description A further endpoint: its failure queue, its status, its attempts. If absent, the agent's own webhook. */
        endpointId?: string;
        /** @example UserMessage */
        class?: 'UserMessage' | 'UserEvent' | 'ServerEvent';
        /** @description Its `eventType`, as in `DELIVERED`, or what a UserMessage has: `text`, `suggestion`, `location`, `file`. */
        type?: string;
        /** @description Created at this time or later; in the failure queue, those that got there then. */
        since?: string;
        /** @description Before this time. */
        until?: string;
        /** @description The `reason` of a group in the summary; only of events in the failure queue. */
        reason?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FailureSummary'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  discardEvents: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    /** @description Which events of the failure queue, all if nothing narrows it, and why. */
    requestBody: {
      content: {
        'application/json': {
          /** @description A further endpoint: its failure queue, its status, its attempts. If absent, the agent's own webhook. */
          endpointId?: string;
          /** @enum {string} */
          class?: 'UserMessage' | 'UserEvent' | 'ServerEvent';
          /**
           * @description Its `eventType`, as in `DELIVERED`, or what a UserMessage has: `text`, `suggestion`, `location`, `file`.
           * @example DELIVERED
           */
          type?: string;
          /**
           * Format: date-time
           * @description Created at this time or later; in the failure queue, those that got there then.
           */
          since?: string;
          /**
           * Format: date-time
           * @description Before this time.
           */
          until?: string;
          /**
           * @description The `reason` of a group in the summary; only of events in the failure queue.
           * @example 401 invalid signature
           */
          reason?: string;
          /** @description Only these; those that are not in the failure queue are passed over. */
          eventIds?: string[];
          /**
           * @description Kept with the record.
           * @example Test traffic
           */
          why: string;
        };
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Of the record: what, how many, who, why. */
            discardId: string;
            /** @description The number of events that left the queue. */
            discarded: number;
            /** @description Whether there are more than one call takes; if so, call again. */
            more: boolean;
          };
        };
      };
      /** @description `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `endpoint_not_found`: No such endpoint. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listRedeliveries: {
    parameters: {
      query?: {
        /** @description The number of rows to return. */
        limit?: number;
        /** @description The `nextCursor` of the previous response. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            redeliveries: components['schemas']['Redelivery'][];
            /** @description Present when there is more. */
            nextCursor?: string;
          };
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  createRedelivery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
      };
      cookie?: never;
    };
    /** @description Which events of the failure queue; all if nothing narrows it. */
    requestBody?: {
      content: {
        'application/json': {
          /** @description A further endpoint: its failure queue, its status, its attempts. If absent, the agent's own webhook. */
          endpointId?: string;
          /** @enum {string} */
          class?: 'UserMessage' | 'UserEvent' | 'ServerEvent';
          /**
           * @description Its `eventType`, as in `DELIVERED`, or what a UserMessage has: `text`, `suggestion`, `location`, `file`.
           * @example DELIVERED
           */
          type?: string;
          /**
           * Format: date-time
           * @description Created at this time or later; in the failure queue, those that got there then.
           */
          since?: string;
          /**
           * Format: date-time
           * @description Before this time.
           */
          until?: string;
          /**
           * @description The `reason` of a group in the summary; only of events in the failure queue.
           * @example 401 invalid signature
           */
          reason?: string;
          /**
           * @description Whether one event is sent first, and the others only once the webhook has taken it.
           * @default true
           */
          probe?: boolean;
        };
      };
    };
    responses: {
      /** @description Accepted. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Redelivery'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `malformed_json`: The body is not valid JSON. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `endpoint_not_found`: No such endpoint. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `webhook_not_configured`: The agent has no eventForwardUrl. `redelivery_running`: Events are being sent to this endpoint again already. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `body_too_large`: The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type`: The content type is not supported. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getRedelivery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /** @example redelivery_cornershop0000000001 */
        redeliveryId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Redelivery'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `redelivery_not_found`: No such redelivery. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  stopRedelivery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example agent_cornershop0000000001 */
        agentId: string;
        /** @example redelivery_cornershop0000000001 */
        redeliveryId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Redelivery'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `agent_not_found`: No such agent. `redelivery_not_found`: No such redelivery. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listDeadLetters: {
    parameters: {
      query?: {
        /** @description The number of rows to return. */
        limit?: number;
        /** @description The `nextCursor` of the previous response. */
        cursor?: string;
        /** @description Only those of this agent. */
        agentId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            deadLetters: components['schemas']['DeadLetter'][];
            /** @description Present when there is more. */
            nextCursor?: string;
          };
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  retryDeadLetter: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description As in the list.
         * @example 0
         */
        lane: string;
        /**
         * @description As in the list.
         * @example 1000001
         */
        seq: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            lane: number;
            /** @description Its new place: it waits behind everything that has arrived by now. */
            seq: number;
          };
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `dead_letter_not_found`: No such dead letter. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  deleteDeadLetter: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description As in the list.
         * @example 0
         */
        lane: string;
        /**
         * @description As in the list.
         * @example 1000002
         */
        seq: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `dead_letter_not_found`: No such dead letter. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listAuditEntries: {
    parameters: {
      query?: {
        /**
         * @description The number of rows to return.
         * @example 5
         */
        limit?: number;
        /** @description The `nextCursor` of the previous response. */
        cursor?: string;
        /** @description Limits the list to this account. If absent, the operator sees all accounts. */
        accountId?: string;
        /** @description Who: a client id, or `operator`. */
        actor?: string;
        /** @description The agent, and what belongs to it. */
        agentId?: string;
        /** @example agent */
        resourceKind?:
          | 'access-token-key'
          | 'account'
          | 'credential'
          | 'signing-token'
          | 'session'
          | 'log-in-link'
          | 'person'
          | 'passkey'
          | 'brand'
          | 'agent'
          | 'device'
          | 'state'
          | 'flow'
          | 'test'
          | 'version'
          | 'replay'
          | 'exploration'
          | 'connector'
          | 'authentication'
          | 'medium'
          | 'endpoint'
          | 'redelivery'
          | 'discard'
          | 'dead-letter';
        /** @description The id of the resource. */
        resourceId?: string;
        /** @description At this time or later. */
        since?: string;
        /** @description Before this time. */
        until?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            entries: components['schemas']['AuditEntry'][];
            /** @description Present when there is more. */
            nextCursor?: string;
          };
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `account_not_found`: No such account. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getOverview: {
    parameters: {
      query?: {
        /**
         * @description Of `traffic`: the last hour by the minute, the last day by the hour, the last week by three hours.
         * @example day
         */
        span?: 'hour' | 'day' | 'week';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Overview'];
        };
      };
      /** @description `validation_failed`: The request is not valid. `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unauthorized`: Authentication is required. `invalid_token`: The access token is not valid. */
      401: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_scope`: This caller may not do this. `insufficient_role`: Your role does not allow this. `forbidden_origin`: The request came from another site. */
      403: {
        headers: {
          /** @description Bearer, with the error (RFC 6750). */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `too_many_requests`: Too many requests. */
      429: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `internal_error`: The service failed. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_ready`: The service is not ready. */
      503: {
        headers: {
          /** @description Seconds. */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getOpenapi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, unknown>;
        };
      };
      /** @description `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getAsyncapi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, unknown>;
        };
      };
      /** @description `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getFlowSchema: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/schema+json': Record<string, unknown>;
        };
      };
      /** @description `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getFlowTestSchema: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/schema+json': Record<string, unknown>;
        };
      };
      /** @description `invalid_request`: The request is not valid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  createAccessToken: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': {
          /** @constant */
          grant_type: 'client_credentials';
          /** @description Instead of the Authorization header. */
          client_id?: string;
          /** @description Instead of the Authorization header. */
          client_secret?: string;
          /**
           * @description What the token may do, separated by spaces; everything that the credential may if absent.
           * @example agents:read messages:send
           */
          scope?: string;
        };
      };
    };
    responses: {
      /** @description OK. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description A JWT (RFC 9068). */
            access_token: string;
            /** @constant */
            token_type: 'Bearer';
            /**
             * @description Seconds.
             * @example 3600
             */
            expires_in: number;
            /** @description What the token may do; absent if that is everything. */
            scope?: string;
          };
        };
      };
      /** @description Bad Request. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OAuthError'];
        };
      };
      /** @description Unauthorized. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OAuthError'];
        };
      };
      /** @description Payload Too Large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OAuthError'];
        };
      };
      /** @description Too Many Requests. */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OAuthError'];
        };
      };
      /** @description `header_too_large`: The request headers are too large. */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Service Unavailable. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OAuthError'];
        };
      };
    };
  };
  onUserMessage: {
    parameters: {
      query?: never;
      header: {
        'X-Service-Eventclass': 'UserMessage';
        /** @description Parley and its version. */
        'User-Agent': string;
        /** @description base64 of HMAC-SHA512 over the raw body, keyed with the current signing token. */
        'X-Service-Signature'?: string;
        /** @description The same with the next signing token, while there is one. */
        'X-Service-Signature-Next'?: string;
        /** @description The same with the previous signing token, while it is live. */
        'X-Service-Signature-Previous'?: string;
        /** @description Standard Webhooks: the same for every attempt. */
        'webhook-id': string;
        /** @description Standard Webhooks: seconds since 1970, of this attempt. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: one `v1,…` for each live signing token. */
        'webhook-signature'?: string;
        /** @description Present when the agent replied: the id of the reply’s state, or the keyword that led to it. */
        'X-Service-Response'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UserMessage'];
      };
    };
    responses: {
      /** @description The event is acknowledged. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Permanent: the event moves to the failure queue without another attempt. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Transient: the event is sent again later. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onUserEvent: {
    parameters: {
      query?: never;
      header: {
        'X-Service-Eventclass': 'UserEvent';
        /** @description Parley and its version. */
        'User-Agent': string;
        /** @description base64 of HMAC-SHA512 over the raw body, keyed with the current signing token. */
        'X-Service-Signature'?: string;
        /** @description The same with the next signing token, while there is one. */
        'X-Service-Signature-Next'?: string;
        /** @description The same with the previous signing token, while it is live. */
        'X-Service-Signature-Previous'?: string;
        /** @description Standard Webhooks: the same for every attempt. */
        'webhook-id': string;
        /** @description Standard Webhooks: seconds since 1970, of this attempt. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: one `v1,…` for each live signing token. */
        'webhook-signature'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UserEvent'];
      };
    };
    responses: {
      /** @description The event is acknowledged. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Permanent: the event moves to the failure queue without another attempt. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Transient: the event is sent again later. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onServerEvent: {
    parameters: {
      query?: never;
      header: {
        'X-Service-Eventclass': 'ServerEvent';
        /** @description Parley and its version. */
        'User-Agent': string;
        /** @description base64 of HMAC-SHA512 over the raw body, keyed with the current signing token. */
        'X-Service-Signature'?: string;
        /** @description The same with the next signing token, while there is one. */
        'X-Service-Signature-Next'?: string;
        /** @description The same with the previous signing token, while it is live. */
        'X-Service-Signature-Previous'?: string;
        /** @description Standard Webhooks: the same for every attempt. */
        'webhook-id': string;
        /** @description Standard Webhooks: seconds since 1970, of this attempt. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: one `v1,…` for each live signing token. */
        'webhook-signature'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ServerEvent'];
      };
    };
    responses: {
      /** @description The event is acknowledged. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Permanent: the event moves to the failure queue without another attempt. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Transient: the event is sent again later. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
