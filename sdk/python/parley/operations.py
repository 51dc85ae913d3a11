"""Made of openapi.json; test/api/openapi.test.ts renews both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired

Account = TypedDict("Account", {
    "accountId": "str",
    "name": "str",
    "createdAt": "str",
})
NewAccount = TypedDict("NewAccount", {
    "name": "str",
})
Agent = TypedDict("Agent", {
    "agentId": "str",
    "accountId": "str",
    "brandId": "str",
    "name": "str",
    "useCase": "Literal[\"TRANSACTIONAL\", \"PROMOTIONAL\", \"MULTI_USE\", \"OTP\"]",
    "mode": "Literal[\"TEST\", \"LAUNCHED\"]",
    "config": "dict[str, Any]",
    "rollout": "NotRequired[dict[str, Any]]",
    "createdAt": "str",
    "updatedAt": "str",
})
AgentPatch = TypedDict("AgentPatch", {
    "name": "NotRequired[str]",
    "useCase": "NotRequired[Literal[\"TRANSACTIONAL\", \"PROMOTIONAL\", \"MULTI_USE\", \"OTP\"]]",
    "config": "NotRequired[dict[str, Any]]",
})
NewAgent = TypedDict("NewAgent", {
    "name": "str",
    "brandId": "str",
    "useCase": "Literal[\"TRANSACTIONAL\", \"PROMOTIONAL\", \"MULTI_USE\", \"OTP\"]",
    "config": "NotRequired[dict[str, Any]]",
})
Brand = TypedDict("Brand", {
    "brandId": "str",
    "accountId": "str",
    "name": "str",
    "createdAt": "str",
})
NewBrand = TypedDict("NewBrand", {
    "name": "str",
    "accountId": "NotRequired[str]",
})
Authentication = TypedDict("Authentication", {
    "authenticationId": "str",
    "connectorId": "str",
    "name": "str",
    "type": "Literal[\"basic\", \"bearer\", \"apiKey\", \"oauth2ClientCredentials\"]",
    "createdAt": "str",
})
NewAuthentication = TypedDict("NewAuthentication", {
})
Connector = TypedDict("Connector", {
    "connectorId": "str",
    "baseUrl": "str",
    "operations": "dict[str, Any]",
    "tokenLimits": "NotRequired[dict[str, Any]]",
    "createdAt": "str",
    "updatedAt": "str",
})
NewConnector = TypedDict("NewConnector", {
    "connectorId": "str",
    "baseUrl": "str",
    "operations": "dict[str, Any]",
    "tokenLimits": "NotRequired[dict[str, Any]]",
})
ConnectorDefinition = TypedDict("ConnectorDefinition", {
    "baseUrl": "str",
    "operations": "dict[str, Any]",
    "tokenLimits": "NotRequired[dict[str, Any]]",
})
Credential = TypedDict("Credential", {
    "clientId": "str",
    "accountId": "str",
    "name": "str",
    "scopes": "NotRequired[list[Literal[\"agents:read\", \"agents:write\", \"flows:read\", \"flows:write\", \"flows:publish\", \"messages:read\", \"messages:send\", \"conversations:read\", \"conversations:write\", \"events:read\", \"events:write\", \"connectors:read\", \"connectors:write\", \"media:read\", \"media:write\", \"audit:read\"]]]",
    "createdAt": "str",
    "lastUsedAt": "Any",
})
CredentialWithSecret = TypedDict("CredentialWithSecret", {
    "clientId": "str",
    "accountId": "str",
    "name": "str",
    "scopes": "NotRequired[list[Literal[\"agents:read\", \"agents:write\", \"flows:read\", \"flows:write\", \"flows:publish\", \"messages:read\", \"messages:send\", \"conversations:read\", \"conversations:write\", \"events:read\", \"events:write\", \"connectors:read\", \"connectors:write\", \"media:read\", \"media:write\", \"audit:read\"]]]",
    "createdAt": "str",
    "lastUsedAt": "Any",
    "clientSecret": "str",
})
NewCredential = TypedDict("NewCredential", {
    "name": "str",
    "scopes": "NotRequired[list[Literal[\"agents:read\", \"agents:write\", \"flows:read\", \"flows:write\", \"flows:publish\", \"messages:read\", \"messages:send\", \"conversations:read\", \"conversations:write\", \"events:read\", \"events:write\", \"connectors:read\", \"connectors:write\", \"media:read\", \"media:write\", \"audit:read\"]]]",
    "accountId": "NotRequired[str]",
})
Device = TypedDict("Device", {
    "phoneNumber": "str",
    "draft": "NotRequired[bool]",
    "createdAt": "str",
})
NewDevice = TypedDict("NewDevice", {
    "phoneNumber": "str",
    "draft": "NotRequired[bool]",
})
DevicePatch = TypedDict("DevicePatch", {
    "draft": "NotRequired[bool]",
})
Endpoint = TypedDict("Endpoint", {
    "endpointId": "str",
    "agentId": "str",
    "url": "str",
    "description": "NotRequired[str]",
    "classes": "NotRequired[list[Literal[\"UserMessage\", \"UserEvent\", \"ServerEvent\"]]]",
    "types": "NotRequired[list[Literal[\"text\", \"suggestion\", \"location\", \"file\", \"DELIVERED\", \"READ\", \"IS_TYPING\", \"SUBSCRIBE\", \"UNSUBSCRIBE\", \"SENT\", \"FAILED\", \"TTL_EXPIRATION_REVOKED\", \"TTL_EXPIRATION_REVOKE_FAILED\"]]]",
    "perSecond": "NotRequired[int]",
    "headers": "NotRequired[dict[str, Any]]",
    "pausedAt": "NotRequired[str]",
    "createdAt": "str",
    "updatedAt": "str",
})
NewEndpoint = TypedDict("NewEndpoint", {
    "url": "str",
    "description": "NotRequired[str]",
    "classes": "NotRequired[list[Literal[\"UserMessage\", \"UserEvent\", \"ServerEvent\"]]]",
    "types": "NotRequired[list[Literal[\"text\", \"suggestion\", \"location\", \"file\", \"DELIVERED\", \"READ\", \"IS_TYPING\", \"SUBSCRIBE\", \"UNSUBSCRIBE\", \"SENT\", \"FAILED\", \"TTL_EXPIRATION_REVOKED\", \"TTL_EXPIRATION_REVOKE_FAILED\"]]]",
    "perSecond": "NotRequired[int]",
    "headers": "NotRequired[dict[str, Any]]",
    "paused": "NotRequired[bool]",
})
EndpointPatch = TypedDict("EndpointPatch", {
    "url": "NotRequired[str]",
    "description": "NotRequired[Any]",
    "classes": "NotRequired[Any]",
    "types": "NotRequired[Any]",
    "perSecond": "NotRequired[Any]",
    "headers": "NotRequired[Any]",
    "paused": "NotRequired[bool]",
})
EndpointStatistics = TypedDict("EndpointStatistics", {
    "agentId": "str",
    "endpointId": "Any",
    "name": "str",
    "url": "Any",
    "breaker": "Literal[\"closed\", \"open\"]",
    "openSince": "Any",
    "refusingSince": "Any",
    "lastAcceptedAt": "Any",
    "lastFailedAt": "Any",
    "pausedSince": "Any",
    "accepted": "int",
    "givenUp": "int",
    "answerMs": "Any",
    "waiting": "int",
    "oldestAt": "Any",
    "failed": "int",
})
SigningToken = TypedDict("SigningToken", {
    "signingTokenId": "str",
    "accountId": "str",
    "stage": "Literal[\"next\", \"current\", \"previous\", \"retired\"]",
    "createdAt": "str",
})
SigningTokenWithSecret = TypedDict("SigningTokenWithSecret", {
    "signingTokenId": "str",
    "accountId": "str",
    "stage": "Literal[\"next\", \"current\", \"previous\", \"retired\"]",
    "createdAt": "str",
    "signingToken": "str",
})
NewSigningToken = TypedDict("NewSigningToken", {
    "accountId": "NotRequired[str]",
})
State = TypedDict("State", {
    "agentId": "str",
    "stateId": "str",
    "displayName": "NotRequired[str]",
    "flowEntryStateId": "NotRequired[str]",
    "template": "NotRequired[dict[str, Any]]",
    "messageTrafficType": "NotRequired[Literal[\"AUTHENTICATION\", \"TRANSACTION\", \"PROMOTION\", \"SERVICEREQUEST\", \"ACKNOWLEDGEMENT\"]]",
    "modelText": "NotRequired[dict[str, Any]]",
    "operations": "NotRequired[list[dict[str, Any]]]",
    "transitions": "NotRequired[list[dict[str, Any]]]",
    "input": "NotRequired[dict[str, Any]]",
    "createdAt": "str",
    "updatedAt": "str",
})
StateBody = TypedDict("StateBody", {
    "displayName": "NotRequired[str]",
    "flowEntryStateId": "NotRequired[str]",
    "template": "NotRequired[dict[str, Any]]",
    "messageTrafficType": "NotRequired[Literal[\"AUTHENTICATION\", \"TRANSACTION\", \"PROMOTION\", \"SERVICEREQUEST\", \"ACKNOWLEDGEMENT\"]]",
    "modelText": "NotRequired[dict[str, Any]]",
    "operations": "NotRequired[list[dict[str, Any]]]",
    "transitions": "NotRequired[list[dict[str, Any]]]",
    "input": "NotRequired[dict[str, Any]]",
})
StatePatch = TypedDict("StatePatch", {
    "displayName": "NotRequired[Any]",
    "flowEntryStateId": "NotRequired[Any]",
    "template": "NotRequired[Any]",
    "messageTrafficType": "NotRequired[Any]",
    "modelText": "NotRequired[Any]",
    "operations": "NotRequired[Any]",
    "transitions": "NotRequired[Any]",
    "input": "NotRequired[Any]",
})
SavedState = TypedDict("SavedState", {
    "agentId": "str",
    "stateId": "str",
    "displayName": "NotRequired[str]",
    "flowEntryStateId": "NotRequired[str]",
    "template": "NotRequired[dict[str, Any]]",
    "messageTrafficType": "NotRequired[Literal[\"AUTHENTICATION\", \"TRANSACTION\", \"PROMOTION\", \"SERVICEREQUEST\", \"ACKNOWLEDGEMENT\"]]",
    "modelText": "NotRequired[dict[str, Any]]",
    "operations": "NotRequired[list[dict[str, Any]]]",
    "transitions": "NotRequired[list[dict[str, Any]]]",
    "input": "NotRequired[dict[str, Any]]",
    "createdAt": "str",
    "updatedAt": "str",
    "warnings": "NotRequired[list[dict[str, Any]]]",
})
Flow = TypedDict("Flow", {
    "$schema": "NotRequired[str]",
    "defaultState": "NotRequired[str]",
    "keywords": "NotRequired[list[dict[str, Any]]]",
    "states": "dict[str, Any]",
})
SavedFlow = TypedDict("SavedFlow", {
    "added": "list[str]",
    "changed": "list[str]",
    "removed": "list[str]",
    "unchanged": "int",
    "keywordsChanged": "bool",
    "defaultStateChanged": "bool",
    "warnings": "NotRequired[list[dict[str, Any]]]",
    "errors": "NotRequired[list[dict[str, Any]]]",
    "findings": "NotRequired[list[dict[str, Any]]]",
})
Finding = TypedDict("Finding", {
    "severity": "Literal[\"error\", \"warning\"]",
    "code": "str",
    "path": "str",
    "message": "str",
    "stateId": "NotRequired[str]",
})
NewExploration = TypedDict("NewExploration", {
    "version": "NotRequired[Any]",
    "conversations": "NotRequired[int]",
    "seed": "NotRequired[int]",
})
Exploration = TypedDict("Exploration", {
    "explorationId": "str",
    "status": "Literal[\"queued\", \"running\", \"done\", \"failed\"]",
    "version": "NotRequired[Any]",
    "conversations": "NotRequired[int]",
    "seed": "NotRequired[int]",
    "done": "int",
    "steps": "int",
    "discoveries": "list[dict[str, Any]]",
    "coverage": "NotRequired[dict[str, Any]]",
    "failure": "NotRequired[str]",
    "createdAt": "str",
    "updatedAt": "str",
})
FlowDiff = TypedDict("FlowDiff", {
    "added": "list[str]",
    "removed": "list[str]",
    "changed": "list[dict[str, Any]]",
    "settings": "list[dict[str, Any]]",
})
FlowTest = TypedDict("FlowTest", {
    "$schema": "NotRequired[str]",
    "format": "Literal[1]",
    "title": "str",
    "now": "NotRequired[str]",
    "phoneNumber": "NotRequired[str]",
    "config": "NotRequired[dict[str, Any]]",
    "begin": "NotRequired[dict[str, Any]]",
    "connectors": "NotRequired[list[dict[str, Any]]]",
    "steps": "list[dict[str, Any]]",
})
FlowTestSummary = TypedDict("FlowTestSummary", {
    "testId": "str",
    "title": "str",
    "steps": "int",
    "createdAt": "str",
    "updatedAt": "str",
})
SuiteResult = TypedDict("SuiteResult", {
    "passed": "int",
    "failed": "int",
    "skipped": "int",
    "steps": "int",
    "tests": "list[dict[str, Any]]",
    "coverage": "dict[str, Any]",
})
FlowVersion = TypedDict("FlowVersion", {
    "version": "int",
    "message": "NotRequired[str]",
    "author": "str",
    "createdAt": "str",
    "forced": "NotRequired[bool]",
    "percent": "int",
    "pinnedSessions": "int",
})
NewVersion = TypedDict("NewVersion", {
    "message": "NotRequired[str]",
    "activate": "NotRequired[bool]",
    "force": "NotRequired[bool]",
})
ActivationRequest = TypedDict("ActivationRequest", {
    "percent": "NotRequired[int]",
    "sessions": "NotRequired[Literal[\"keep\", \"move\"]]",
})
Funnel = TypedDict("Funnel", {
    "since": "str",
    "until": "str",
    "version": "NotRequired[Any]",
    "whole": "bool",
    "conversations": "int",
    "turns": "int",
    "states": "list[dict[str, Any]]",
    "edges": "list[dict[str, Any]]",
})
Replay = TypedDict("Replay", {
    "replayId": "str",
    "status": "Literal[\"queued\", \"running\", \"done\", \"failed\"]",
    "version": "NotRequired[Any]",
    "since": "str",
    "until": "NotRequired[str]",
    "limit": "NotRequired[int]",
    "conversations": "int",
    "sessions": "int",
    "same": "int",
    "different": "int",
    "cannotSay": "int",
    "groups": "list[dict[str, Any]]",
    "reasons": "list[dict[str, Any]]",
    "failure": "NotRequired[str]",
    "createdAt": "str",
    "updatedAt": "str",
})
ReplayRequest = TypedDict("ReplayRequest", {
    "version": "NotRequired[Any]",
    "since": "str",
    "until": "NotRequired[str]",
    "limit": "NotRequired[int]",
})
Preview = TypedDict("Preview", {
    "contentMessage": "ContentMessage",
})
PreviewRequest = TypedDict("PreviewRequest", {
    "template": "dict[str, Any]",
    "params": "NotRequired[dict[str, Any]]",
    "data": "NotRequired[dict[str, Any]]",
    "input": "NotRequired[dict[str, Any]]",
    "message": "NotRequired[dict[str, Any]]",
    "phoneNumber": "NotRequired[str]",
})
SendRequest = TypedDict("SendRequest", {
    "params": "NotRequired[dict[str, Any]]",
    "messageId": "NotRequired[str]",
    "ttl": "NotRequired[str]",
    "messageTrafficType": "NotRequired[Literal[\"AUTHENTICATION\", \"TRANSACTION\", \"PROMOTION\", \"SERVICEREQUEST\", \"ACKNOWLEDGEMENT\"]]",
})
SendAnswer = TypedDict("SendAnswer", {
    "messageId": "str",
    "agentId": "str",
    "stateId": "str",
    "phoneNumber": "str",
    "status": "Literal[\"ENQUEUED\"]",
})
Medium = TypedDict("Medium", {
    "mediaId": "str",
    "accountId": "str",
    "name": "str",
    "type": "Literal[\"image/jpeg\", \"image/png\", \"image/gif\", \"video/mp4\", \"video/m4v\", \"video/mpeg\", \"video/webm\", \"audio/mpeg\", \"audio/aac\", \"audio/mp4\", \"application/ogg\", \"application/pdf\"]",
    "bytes": "int",
    "url": "str",
    "createdAt": "str",
})
Message = TypedDict("Message", {
    "messageId": "str",
    "agentId": "str",
    "phoneNumber": "str",
    "stateId": "NotRequired[str]",
    "status": "Literal[\"NOT_SENT\", \"ENQUEUED\", \"SENT\", \"FAILED\", \"REVOKED\", \"DELIVERED\", \"READ\"]",
    "reason": "NotRequired[str]",
    "content": "NotRequired[ContentMessage]",
    "ttl": "NotRequired[str]",
    "createdAt": "str",
    "revokedAt": "NotRequired[str]",
    "events": "list[dict[str, Any]]",
})
Conversation = TypedDict("Conversation", {
    "agentId": "str",
    "phoneNumber": "str",
    "stateId": "Any",
    "awaitingStateId": "Any",
    "unsubscribed": "bool",
    "turnCount": "int",
    "updatedAt": "str",
    "consent": "NotRequired[dict[str, Any]]",
    "version": "NotRequired[int]",
    "params": "dict[str, Any]",
    "data": "dict[str, Any]",
    "input": "dict[str, Any]",
    "sessionStartedAt": "str",
    "sessionEndsAt": "str",
    "messages": "list[dict[str, Any]]",
    "turns": "list[dict[str, Any]]",
    "nextCursor": "NotRequired[str]",
})
ConversationSummary = TypedDict("ConversationSummary", {
    "phoneNumber": "str",
    "stateId": "Any",
    "awaitingStateId": "Any",
    "unsubscribed": "bool",
    "turnCount": "int",
    "updatedAt": "str",
    "lastMessage": "NotRequired[dict[str, Any]]",
})
ConsentChange = TypedDict("ConsentChange", {
    "action": "Literal[\"OPT_IN\", \"OPT_OUT\"]",
    "source": "Literal[\"word\", \"message\", \"platform_event\", \"api\"]",
    "at": "str",
    "evidence": "dict[str, Any]",
})
ConsentRecord = TypedDict("ConsentRecord", {
    "action": "Literal[\"OPT_IN\", \"OPT_OUT\"]",
    "evidence": "str",
})
ForwardedEvent = TypedDict("ForwardedEvent", {
    "eventId": "str",
    "class": "Literal[\"UserMessage\", \"UserEvent\", \"ServerEvent\"]",
    "type": "str",
    "phoneNumber": "str",
    "messageId": "Any",
    "response": "Any",
    "createdAt": "str",
    "status": "Literal[\"PENDING\", \"FORWARDED\", \"FAILED\", \"DISCARDED\", \"RECORDED\"]",
    "nextAttemptAt": "NotRequired[str]",
    "failure": "NotRequired[dict[str, Any]]",
    "discarded": "NotRequired[dict[str, Any]]",
    "payload": "Any",
    "attempts": "list[dict[str, Any]]",
})
FailureSummary = TypedDict("FailureSummary", {
    "total": "int",
    "groups": "list[dict[str, Any]]",
    "endpoints": "list[dict[str, Any]]",
})
Redelivery = TypedDict("Redelivery", {
    "redeliveryId": "str",
    "agentId": "str",
    "state": "Literal[\"WAITING\", \"PROBING\", \"SENDING\", \"DONE\", \"STOPPED\"]",
    "filter": "dict[str, Any]",
    "probe": "bool",
    "probeEventId": "Any",
    "matched": "int",
    "accepted": "int",
    "reason": "Any",
    "requestedBy": "str",
    "createdAt": "str",
    "finishedAt": "Any",
})
DeadLetter = TypedDict("DeadLetter", {
    "lane": "int",
    "seq": "int",
    "agentId": "str",
    "phoneNumber": "str",
    "item": "dict[str, Any]",
    "attempts": "int",
    "reason": "str",
    "failedAt": "str",
})
Overview = TypedDict("Overview", {
    "version": "str",
    "at": "str",
    "startedAt": "str",
    "platform": "Literal[\"emulator\", \"google\"]",
    "lanes": "int",
    "processes": "list[dict[str, Any]]",
    "span": "Literal[\"hour\", \"day\", \"week\"]",
    "stepSeconds": "int",
    "traffic": "list[dict[str, Any]]",
    "backlogs": "list[dict[str, Any]]",
    "throttled": "list[dict[str, Any]]",
    "failures": "list[dict[str, Any]]",
    "breakers": "list[dict[str, Any]]",
    "refusing": "list[dict[str, Any]]",
    "stopped": "list[dict[str, Any]]",
    "deadLetters": "int",
})
AuditEntry = TypedDict("AuditEntry", {
    "auditId": "str",
    "at": "str",
    "actor": "dict[str, Any]",
    "accountId": "Any",
    "operation": "str",
    "resource": "dict[str, Any]",
    "before": "Any",
    "after": "Any",
    "address": "str",
    "requestId": "str",
})
Person = TypedDict("Person", {
    "personId": "str",
    "name": "str",
    "email": "str",
    "role": "Literal[\"reader\", \"author\", \"operator\", \"owner\"]",
    "disabled": "bool",
    "createdAt": "str",
    "hasPassword": "bool",
    "lastLogInAt": "Any",
})
NewPerson = TypedDict("NewPerson", {
    "name": "str",
    "email": "str",
    "role": "Literal[\"reader\", \"author\", \"operator\", \"owner\"]",
})
PersonPatch = TypedDict("PersonPatch", {
    "name": "NotRequired[str]",
    "email": "NotRequired[str]",
    "role": "NotRequired[Literal[\"reader\", \"author\", \"operator\", \"owner\"]]",
    "disabled": "NotRequired[bool]",
})
ConsoleSession = TypedDict("ConsoleSession", {
    "sessionId": "str",
    "person": "Any",
    "openedBy": "Literal[\"operator-key\", \"log-in-link\", \"password\", \"openid-connect\", \"passkey\"]",
    "address": "str",
    "userAgent": "Any",
    "createdAt": "str",
    "expiresAt": "str",
})
Passkey = TypedDict("Passkey", {
    "passkeyId": "str",
    "name": "str",
    "createdAt": "str",
    "lastUsedAt": "Any",
})
UserMessage = TypedDict("UserMessage", {
    "agentId": "str",
    "senderPhoneNumber": "str",
    "messageId": "str",
    "sendTime": "str",
    "richMessageClassification": "dict[str, Any]",
    "text": "NotRequired[str]",
    "suggestionResponse": "NotRequired[dict[str, Any]]",
    "location": "NotRequired[dict[str, Any]]",
    "userFile": "NotRequired[dict[str, Any]]",
})
UserEvent = TypedDict("UserEvent", {
    "agentId": "str",
    "senderPhoneNumber": "str",
    "messageId": "NotRequired[str]",
    "eventType": "Literal[\"DELIVERED\", \"READ\", \"IS_TYPING\", \"SUBSCRIBE\", \"UNSUBSCRIBE\"]",
    "eventId": "str",
    "sendTime": "str",
})
ServerEvent = TypedDict("ServerEvent", {
    "agentId": "str",
    "phoneNumber": "str",
    "messageId": "str",
    "eventType": "Literal[\"SENT\", \"FAILED\", \"TTL_EXPIRATION_REVOKED\", \"TTL_EXPIRATION_REVOKE_FAILED\"]",
    "eventId": "str",
    "eventOrigin": "Literal[\"SERVICE\", \"CARRIER\"]",
    "sendTime": "str",
    "richMessageClassification": "NotRequired[dict[str, Any]]",
    "errorCode": "NotRequired[str]",
    "errorMessage": "NotRequired[str]",
})
Problem = TypedDict("Problem", {
    "type": "str",
    "title": "str",
    "status": "int",
    "detail": "str",
    "code": "Literal[\"validation_failed\", \"malformed_json\", \"invalid_request\", \"invalid_phone_number\", \"invalid_liquid\", \"unauthorized\", \"invalid_token\", \"insufficient_scope\", \"insufficient_role\", \"forbidden_origin\", \"not_a_test_device\", \"state_in_use\", \"not_found\", \"account_not_found\", \"agent_not_found\", \"authentication_not_found\", \"brand_not_found\", \"connector_not_found\", \"media_not_found\", \"conversation_not_found\", \"credential_not_found\", \"device_not_found\", \"endpoint_not_found\", \"event_not_found\", \"dead_letter_not_found\", \"message_not_found\", \"passkey_not_found\", \"person_not_found\", \"redelivery_not_found\", \"session_not_found\", \"signing_token_not_found\", \"state_not_found\", \"exploration_not_found\", \"replay_not_found\", \"test_not_found\", \"version_not_found\", \"method_not_allowed\", \"account_exists\", \"authentication_in_use\", \"connector_exists\", \"connector_in_use\", \"email_taken\", \"flow_invalid\", \"flow_too_large\", \"idempotency_key_reused\", \"media_full\", \"media_in_use\", \"message_id_reused\", \"platform_agent_in_use\", \"message_not_revocable\", \"redelivery_running\", \"too_many_endpoints\", \"signing_token_conflict\", \"state_exists\", \"too_many_tests\", \"tests_failed\", \"webhook_not_configured\", \"changed_since\", \"body_too_large\", \"unsupported_media_type\", \"media_unreachable\", \"range_not_satisfiable\", \"too_many_requests\", \"header_too_large\", \"internal_error\", \"not_ready\"]",
    "errors": "NotRequired[list[dict[str, Any]]]",
})
OAuthError = TypedDict("OAuthError", {
    "error": "str",
    "error_description": "str",
})
ContentMessage = TypedDict("ContentMessage", {
    "text": "NotRequired[str]",
    "uploadedRbmFile": "NotRequired[dict[str, Any]]",
    "contentInfo": "NotRequired[dict[str, Any]]",
    "richCard": "NotRequired[dict[str, Any]]",
    "suggestions": "NotRequired[list[dict[str, Any]]]",
})

class Operations:
    def _call(
        self,
        method: str,
        path: str,
        *values: str | int,
        query: dict[str, Any] | None = None,
        headers: dict[str, str | None] | None = None,
        body: Any = None,
    ) -> Any:
        raise NotImplementedError

    def rotate_access_token_key(self) -> dict[str, Any]:
        """Replace the key of access tokens."""
        return self._call("POST", "/access-token-keys")

    def create_log_in_link(self, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Create a log-in link."""
        return self._call("POST", "/log-in-links", body={} if body is None else body)

    def list_sessions(self, *, limit: int | None = None, cursor: str | None = None) -> dict[str, Any]:
        """List sessions."""
        return self._call("GET", "/sessions", query={"limit": limit, "cursor": cursor})

    def end_session(self, session_id: str) -> None:
        """End a session."""
        return self._call("DELETE", "/sessions/{}", session_id)

    def list_people(self, *, limit: int | None = None, cursor: str | None = None) -> dict[str, Any]:
        """List people."""
        return self._call("GET", "/people", query={"limit": limit, "cursor": cursor})

    def create_person(self, body: NewPerson) -> Person:
        """Create a person."""
        return self._call("POST", "/people", body=body)

    def update_person(self, person_id: str, body: PersonPatch | None = None) -> Person:
        """Change a person."""
        return self._call("PATCH", "/people/{}", person_id, body={} if body is None else body)

    def delete_person(self, person_id: str) -> None:
        """Delete a person."""
        return self._call("DELETE", "/people/{}", person_id)

    def list_accounts(self, *, limit: int | None = None, cursor: str | None = None) -> dict[str, Any]:
        """List accounts."""
        return self._call("GET", "/accounts", query={"limit": limit, "cursor": cursor})

    def create_account(self, body: NewAccount) -> Account:
        """Create an account."""
        return self._call("POST", "/accounts", body=body)

    def list_credentials(self, *, limit: int | None = None, cursor: str | None = None, account_id: str | None = None) -> dict[str, Any]:
        """List credentials."""
        return self._call("GET", "/credentials", query={"limit": limit, "cursor": cursor, "accountId": account_id})

    def create_credential(self, body: NewCredential) -> CredentialWithSecret:
        """Create a client credential."""
        return self._call("POST", "/credentials", body=body)

    def delete_credential(self, client_id: str) -> None:
        """Delete a client credential."""
        return self._call("DELETE", "/credentials/{}", client_id)

    def list_signing_tokens(self, *, limit: int | None = None, cursor: str | None = None, account_id: str | None = None) -> dict[str, Any]:
        """List signing tokens."""
        return self._call("GET", "/signing-tokens", query={"limit": limit, "cursor": cursor, "accountId": account_id})

    def issue_signing_token(self, body: NewSigningToken | None = None) -> SigningTokenWithSecret:
        """Issue a signing token."""
        return self._call("POST", "/signing-tokens", body={} if body is None else body)

    def promote_signing_token(self, signing_token_id: str) -> SigningToken:
        """Promote the next signing token."""
        return self._call("POST", "/signing-tokens/{}/promote", signing_token_id)

    def retire_signing_token(self, signing_token_id: str) -> None:
        """Retire a signing token."""
        return self._call("DELETE", "/signing-tokens/{}", signing_token_id)

    def list_brands(self, *, limit: int | None = None, cursor: str | None = None, account_id: str | None = None) -> dict[str, Any]:
        """List brands."""
        return self._call("GET", "/brands", query={"limit": limit, "cursor": cursor, "accountId": account_id})

    def create_brand(self, body: NewBrand) -> Brand:
        """Create a brand."""
        return self._call("POST", "/brands", body=body)

    def list_agents(self, *, limit: int | None = None, cursor: str | None = None, account_id: str | None = None) -> dict[str, Any]:
        """List agents."""
        return self._call("GET", "/agents", query={"limit": limit, "cursor": cursor, "accountId": account_id})

    def create_agent(self, body: NewAgent) -> Agent:
        """Create an agent."""
        return self._call("POST", "/agents", body=body)

    def get_agent(self, agent_id: str) -> Agent:
        """Get an agent."""
        return self._call("GET", "/agents/{}", agent_id)

    def update_agent(self, agent_id: str, body: AgentPatch | None = None, *, if_match: str | None = None) -> Agent:
        """Change an agent."""
        return self._call("PATCH", "/agents/{}", agent_id, headers={"if-match": if_match}, body={} if body is None else body)

    def delete_agent(self, agent_id: str) -> None:
        """Delete an agent."""
        return self._call("DELETE", "/agents/{}", agent_id)

    def launch_agent(self, agent_id: str) -> Agent:
        """Launch an agent."""
        return self._call("POST", "/agents/{}/launch", agent_id)

    def list_devices(self, agent_id: str, *, limit: int | None = None, cursor: str | None = None) -> dict[str, Any]:
        """List test devices."""
        return self._call("GET", "/agents/{}/devices", agent_id, query={"limit": limit, "cursor": cursor})

    def register_device(self, agent_id: str, body: NewDevice) -> Device:
        """Register a test device."""
        return self._call("POST", "/agents/{}/devices", agent_id, body=body)

    def update_device(self, agent_id: str, phone_number: str, body: DevicePatch | None = None) -> Device:
        """Change a test device."""
        return self._call("PATCH", "/agents/{}/devices/{}", agent_id, phone_number, body={} if body is None else body)

    def remove_device(self, agent_id: str, phone_number: str) -> None:
        """Remove a test device."""
        return self._call("DELETE", "/agents/{}/devices/{}", agent_id, phone_number)

    def list_endpoints(self, agent_id: str) -> dict[str, Any]:
        """List further endpoints."""
        return self._call("GET", "/agents/{}/endpoints", agent_id)

    def create_endpoint(self, agent_id: str, body: NewEndpoint) -> Endpoint:
        """Add a further endpoint."""
        return self._call("POST", "/agents/{}/endpoints", agent_id, body=body)

    def list_endpoint_statistics(self, agent_id: str) -> dict[str, Any]:
        """See how the endpoints are."""
        return self._call("GET", "/agents/{}/endpoint-statistics", agent_id)

    def get_endpoint(self, agent_id: str, endpoint_id: str) -> Endpoint:
        """Get a further endpoint."""
        return self._call("GET", "/agents/{}/endpoints/{}", agent_id, endpoint_id)

    def update_endpoint(self, agent_id: str, endpoint_id: str, body: EndpointPatch | None = None, *, if_match: str | None = None) -> Endpoint:
        """Change a further endpoint."""
        return self._call("PATCH", "/agents/{}/endpoints/{}", agent_id, endpoint_id, headers={"if-match": if_match}, body={} if body is None else body)

    def delete_endpoint(self, agent_id: str, endpoint_id: str) -> None:
        """Delete a further endpoint."""
        return self._call("DELETE", "/agents/{}/endpoints/{}", agent_id, endpoint_id)

    def list_states(self, agent_id: str, *, limit: int | None = None, cursor: str | None = None) -> dict[str, Any]:
        """List states."""
        return self._call("GET", "/agents/{}/states", agent_id, query={"limit": limit, "cursor": cursor})

    def get_state(self, agent_id: str, state_id: str) -> State:
        """Get a state."""
        return self._call("GET", "/agents/{}/states/{}", agent_id, state_id)

    def create_state(self, agent_id: str, state_id: str, body: StateBody) -> SavedState:
        """Create a state."""
        return self._call("POST", "/agents/{}/states/{}", agent_id, state_id, body=body)

    def replace_state(self, agent_id: str, state_id: str, body: StateBody, *, if_match: str | None = None) -> SavedState:
        """Replace a state."""
        return self._call("PUT", "/agents/{}/states/{}", agent_id, state_id, headers={"if-match": if_match}, body=body)

    def update_state(self, agent_id: str, state_id: str, body: StatePatch | None = None, *, if_match: str | None = None) -> SavedState:
        """Change a state."""
        return self._call("PATCH", "/agents/{}/states/{}", agent_id, state_id, headers={"if-match": if_match}, body={} if body is None else body)

    def delete_state(self, agent_id: str, state_id: str, *, if_match: str | None = None) -> None:
        """Delete a state."""
        return self._call("DELETE", "/agents/{}/states/{}", agent_id, state_id, headers={"if-match": if_match})

    def get_flow(self, agent_id: str, *, version: int | None = None) -> Flow:
        """Get the flow."""
        return self._call("GET", "/agents/{}/flow", agent_id, query={"version": version})

    def replace_flow(self, agent_id: str, body: Flow, *, dry_run: bool | None = None, if_match: str | None = None) -> SavedFlow:
        """Replace the flow."""
        return self._call("PUT", "/agents/{}/flow", agent_id, query={"dryRun": dry_run}, headers={"if-match": if_match}, body=body)

    def list_tests(self, agent_id: str, *, limit: int | None = None, cursor: str | None = None) -> dict[str, Any]:
        """List flow tests."""
        return self._call("GET", "/agents/{}/tests", agent_id, query={"limit": limit, "cursor": cursor})

    def get_test(self, agent_id: str, test_id: str) -> FlowTest:
        """Get a flow test."""
        return self._call("GET", "/agents/{}/tests/{}", agent_id, test_id)

    def put_test(self, agent_id: str, test_id: str, body: FlowTest) -> FlowTestSummary:
        """Save a flow test."""
        return self._call("PUT", "/agents/{}/tests/{}", agent_id, test_id, body=body)

    def delete_test(self, agent_id: str, test_id: str) -> None:
        """Delete a flow test."""
        return self._call("DELETE", "/agents/{}/tests/{}", agent_id, test_id)

    def run_tests(self, agent_id: str, body: dict[str, Any] | None = None) -> SuiteResult:
        """Run flow tests."""
        return self._call("POST", "/agents/{}/test-runs", agent_id, body={} if body is None else body)

    def write_test_from_conversation(self, agent_id: str, body: dict[str, Any]) -> dict[str, Any]:
        """Write a flow test from a conversation."""
        return self._call("POST", "/agents/{}/tests/from-conversation", agent_id, body=body)

    def start_replay(self, agent_id: str, body: ReplayRequest) -> Replay:
        """Replay conversations on another flow."""
        return self._call("POST", "/agents/{}/replays", agent_id, body=body)

    def get_replay(self, agent_id: str, replay_id: str) -> Replay:
        """Get a replay."""
        return self._call("GET", "/agents/{}/replays/{}", agent_id, replay_id)

    def delete_replay(self, agent_id: str, replay_id: str) -> None:
        """Delete a replay."""
        return self._call("DELETE", "/agents/{}/replays/{}", agent_id, replay_id)

    def get_funnel(self, agent_id: str, *, version: str | None = None, since: str | None = None, until: str | None = None) -> Funnel:
        """Count where conversations went."""
        return self._call("GET", "/agents/{}/funnel", agent_id, query={"version": version, "since": since, "until": until})

    def list_flow_findings(self, agent_id: str, *, version: int | None = None) -> dict[str, Any]:
        """Find mistakes in the flow."""
        return self._call("GET", "/agents/{}/flow/findings", agent_id, query={"version": version})

    def start_exploration(self, agent_id: str, body: NewExploration | None = None) -> Exploration:
        """Explore the flow."""
        return self._call("POST", "/agents/{}/explorations", agent_id, body={} if body is None else body)

    def get_exploration(self, agent_id: str, exploration_id: str) -> Exploration:
        """Get an exploration."""
        return self._call("GET", "/agents/{}/explorations/{}", agent_id, exploration_id)

    def delete_exploration(self, agent_id: str, exploration_id: str) -> None:
        """Cancel or delete an exploration."""
        return self._call("DELETE", "/agents/{}/explorations/{}", agent_id, exploration_id)

    def list_versions(self, agent_id: str, *, limit: int | None = None, cursor: str | None = None) -> dict[str, Any]:
        """List versions."""
        return self._call("GET", "/agents/{}/versions", agent_id, query={"limit": limit, "cursor": cursor})

    def publish_version(self, agent_id: str, body: NewVersion | None = None) -> FlowVersion:
        """Publish a version."""
        return self._call("POST", "/agents/{}/versions", agent_id, body={} if body is None else body)

    def get_version(self, agent_id: str, version: str) -> FlowVersion:
        """Get a version."""
        return self._call("GET", "/agents/{}/versions/{}", agent_id, version)

    def activate_version(self, agent_id: str, version: str, body: ActivationRequest | None = None) -> FlowVersion:
        """Make a version live."""
        return self._call("POST", "/agents/{}/versions/{}/activate", agent_id, version, body={} if body is None else body)

    def diff_versions(self, agent_id: str, version: str, other: str) -> FlowDiff:
        """Compare two versions."""
        return self._call("GET", "/agents/{}/versions/{}/diff/{}", agent_id, version, other)

    def preview_message(self, agent_id: str, body: PreviewRequest) -> Preview:
        """Preview a message."""
        return self._call("POST", "/agents/{}/previews", agent_id, body=body)

    def list_connectors(self, *, limit: int | None = None, cursor: str | None = None, account_id: str | None = None) -> dict[str, Any]:
        """List connectors."""
        return self._call("GET", "/connectors", query={"limit": limit, "cursor": cursor, "accountId": account_id})

    def create_connector(self, body: NewConnector, *, account_id: str | None = None) -> Connector:
        """Define a connector."""
        return self._call("POST", "/connectors", query={"accountId": account_id}, body=body)

    def get_connector(self, connector_id: str, *, account_id: str | None = None) -> Connector:
        """Get a connector."""
        return self._call("GET", "/connectors/{}", connector_id, query={"accountId": account_id})

    def replace_connector(self, connector_id: str, body: ConnectorDefinition, *, account_id: str | None = None) -> Connector:
        """Replace a connector."""
        return self._call("PUT", "/connectors/{}", connector_id, query={"accountId": account_id}, body=body)

    def delete_connector(self, connector_id: str, *, account_id: str | None = None) -> None:
        """Delete a connector."""
        return self._call("DELETE", "/connectors/{}", connector_id, query={"accountId": account_id})

    def list_authentications(self, connector_id: str, *, limit: int | None = None, cursor: str | None = None, account_id: str | None = None) -> dict[str, Any]:
        """List the credentials of a connector."""
        return self._call("GET", "/connectors/{}/authentications", connector_id, query={"limit": limit, "cursor": cursor, "accountId": account_id})

    def create_authentication(self, connector_id: str, body: NewAuthentication, *, account_id: str | None = None) -> Authentication:
        """Store a credential for a connector."""
        return self._call("POST", "/connectors/{}/authentications", connector_id, query={"accountId": account_id}, body=body)

    def delete_authentication(self, connector_id: str, authentication_id: str, *, account_id: str | None = None) -> None:
        """Delete a credential of a connector."""
        return self._call("DELETE", "/connectors/{}/authentications/{}", connector_id, authentication_id, query={"accountId": account_id})

    def run_operation(self, connector_id: str, operation: str, body: dict[str, Any] | None = None, *, account_id: str | None = None) -> dict[str, Any]:
        """Run an operation now."""
        return self._call("POST", "/connectors/{}/operations/{}/runs", connector_id, operation, query={"accountId": account_id}, body={} if body is None else body)

    def list_media(self, *, limit: int | None = None, cursor: str | None = None, account_id: str | None = None) -> dict[str, Any]:
        """List media."""
        return self._call("GET", "/media", query={"limit": limit, "cursor": cursor, "accountId": account_id})

    def upload_medium(self, body: bytes, *, account_id: str | None = None, name: str | None = None) -> Medium:
        """Upload a medium."""
        return self._call("POST", "/media", query={"accountId": account_id, "name": name}, body=body)

    def get_medium(self, media_id: str) -> Medium:
        """Get a medium."""
        return self._call("GET", "/media/{}", media_id)

    def delete_medium(self, media_id: str) -> None:
        """Delete a medium."""
        return self._call("DELETE", "/media/{}", media_id)

    def send_state(self, agent_id: str, state_id: str, phone_number: str, body: SendRequest | None = None, *, idempotency_key: str | None = None) -> SendAnswer:
        """Send a state's message to a phone number."""
        return self._call("POST", "/agents/{}/states/{}/send/{}", agent_id, state_id, phone_number, headers={"idempotency-key": idempotency_key}, body={} if body is None else body)

    def get_message(self, agent_id: str, message_id: str) -> Message:
        """Get an outbound message."""
        return self._call("GET", "/agents/{}/messages/{}", agent_id, message_id)

    def revoke_message(self, agent_id: str, message_id: str) -> None:
        """Revoke a message."""
        return self._call("DELETE", "/agents/{}/messages/{}", agent_id, message_id)

    def list_conversations(self, agent_id: str, *, limit: int | None = None, cursor: str | None = None, phone_number_prefix: str | None = None, standing: str | None = None) -> dict[str, Any]:
        """List conversations."""
        return self._call("GET", "/agents/{}/conversations", agent_id, query={"limit": limit, "cursor": cursor, "phoneNumberPrefix": phone_number_prefix, "standing": standing})

    def get_conversation(self, agent_id: str, phone_number: str, *, limit: int | None = None, cursor: str | None = None) -> Conversation:
        """Get a conversation."""
        return self._call("GET", "/agents/{}/conversations/{}", agent_id, phone_number, query={"limit": limit, "cursor": cursor})

    def list_consent_changes(self, agent_id: str, phone_number: str, *, limit: int | None = None, cursor: str | None = None) -> dict[str, Any]:
        """List consent changes."""
        return self._call("GET", "/agents/{}/conversations/{}/consent", agent_id, phone_number, query={"limit": limit, "cursor": cursor})

    def record_consent(self, agent_id: str, phone_number: str, body: ConsentRecord) -> dict[str, Any]:
        """Record an opt-out or an opt-in."""
        return self._call("POST", "/agents/{}/conversations/{}/consent", agent_id, phone_number, body=body)

    def list_events(self, agent_id: str, *, limit: int | None = None, cursor: str | None = None, endpoint_id: str | None = None, class_: Literal["UserMessage", "UserEvent", "ServerEvent"] | None = None, type: str | None = None, since: str | None = None, until: str | None = None, reason: str | None = None, status: Literal["PENDING", "FORWARDED", "FAILED", "DISCARDED", "RECORDED"] | None = None, phone_number: str | None = None) -> dict[str, Any]:
        """List events."""
        return self._call("GET", "/agents/{}/events", agent_id, query={"limit": limit, "cursor": cursor, "endpointId": endpoint_id, "class": class_, "type": type, "since": since, "until": until, "reason": reason, "status": status, "phoneNumber": phone_number})

    def get_event(self, agent_id: str, event_id: str, *, endpoint_id: str | None = None, headers: bool | None = None) -> ForwardedEvent:
        """Get an event."""
        return self._call("GET", "/agents/{}/events/{}", agent_id, event_id, query={"endpointId": endpoint_id, "headers": headers})

    def redeliver_event(self, agent_id: str, event_id: str, *, endpoint_id: str | None = None) -> dict[str, Any]:
        """Forward an event again."""
        return self._call("POST", "/agents/{}/events/{}/redeliver", agent_id, event_id, query={"endpointId": endpoint_id})

    def redeliver_events(self, agent_id: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Forward many events again."""
        return self._call("POST", "/agents/{}/events/redeliver", agent_id, body={} if body is None else body)

    def test_webhook(self, agent_id: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send a test event."""
        return self._call("POST", "/agents/{}/events/test", agent_id, body={} if body is None else body)

    def get_failure_summary(self, agent_id: str, *, endpoint_id: str | None = None, class_: Literal["UserMessage", "UserEvent", "ServerEvent"] | None = None, type: str | None = None, since: str | None = None, until: str | None = None, reason: str | None = None) -> FailureSummary:
        """Summarize the failure queue."""
        return self._call("GET", "/agents/{}/failures/summary", agent_id, query={"endpointId": endpoint_id, "class": class_, "type": type, "since": since, "until": until, "reason": reason})

    def get_failure_summary_of_all(self, *, endpoint_id: str | None = None, class_: Literal["UserMessage", "UserEvent", "ServerEvent"] | None = None, type: str | None = None, since: str | None = None, until: str | None = None, reason: str | None = None) -> FailureSummary:
        """Summarize the failure queues of all agents."""
        return self._call("GET", "/failures/summary", query={"endpointId": endpoint_id, "class": class_, "type": type, "since": since, "until": until, "reason": reason})

    def discard_events(self, agent_id: str, body: dict[str, Any]) -> dict[str, Any]:
        """Discard events of the failure queue."""
        return self._call("POST", "/agents/{}/events/discard", agent_id, body=body)

    def create_redelivery(self, agent_id: str, body: dict[str, Any] | None = None) -> Redelivery:
        """Forward failed events again, one first."""
        return self._call("POST", "/agents/{}/redeliveries", agent_id, body={} if body is None else body)

    def list_redeliveries(self, agent_id: str, *, limit: int | None = None, cursor: str | None = None) -> dict[str, Any]:
        """List redeliveries."""
        return self._call("GET", "/agents/{}/redeliveries", agent_id, query={"limit": limit, "cursor": cursor})

    def get_redelivery(self, agent_id: str, redelivery_id: str) -> Redelivery:
        """Get a redelivery."""
        return self._call("GET", "/agents/{}/redeliveries/{}", agent_id, redelivery_id)

    def stop_redelivery(self, agent_id: str, redelivery_id: str) -> Redelivery:
        """Stop a redelivery."""
        return self._call("POST", "/agents/{}/redeliveries/{}/stop", agent_id, redelivery_id)

    def list_dead_letters(self, *, limit: int | None = None, cursor: str | None = None, agent_id: str | None = None) -> dict[str, Any]:
        """List dead letters."""
        return self._call("GET", "/dead-letters", query={"limit": limit, "cursor": cursor, "agentId": agent_id})

    def retry_dead_letter(self, lane: str, seq: str) -> dict[str, Any]:
        """Retry a dead letter."""
        return self._call("POST", "/dead-letters/{}/{}/retry", lane, seq)

    def delete_dead_letter(self, lane: str, seq: str) -> None:
        """Delete a dead letter."""
        return self._call("DELETE", "/dead-letters/{}/{}", lane, seq)

    def list_audit_entries(self, *, limit: int | None = None, cursor: str | None = None, account_id: str | None = None, actor: str | None = None, agent_id: str | None = None, resource_kind: Literal["access-token-key", "account", "credential", "signing-token", "session", "log-in-link", "person", "passkey", "brand", "agent", "device", "state", "flow", "test", "version", "replay", "exploration", "connector", "authentication", "medium", "endpoint", "redelivery", "discard", "dead-letter"] | None = None, resource_id: str | None = None, since: str | None = None, until: str | None = None) -> dict[str, Any]:
        """List changes."""
        return self._call("GET", "/audit-log", query={"limit": limit, "cursor": cursor, "accountId": account_id, "actor": actor, "agentId": agent_id, "resourceKind": resource_kind, "resourceId": resource_id, "since": since, "until": until})

    def get_overview(self, *, span: Literal["hour", "day", "week"] | None = None) -> Overview:
        """Get the overview."""
        return self._call("GET", "/overview", query={"span": span})
