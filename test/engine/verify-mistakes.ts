/** The mistakes that the verifier must find in the documented flow, each with the place of its finding. */
import { type Changes, chip, says } from './seeded.ts';

type Mistake = {
  mistake: string;
  changes: Changes;
  /** Code and path; after the first, what follows from it. */
  found: string[];
};

const CHIPS = '/states/welcome/template/contentMessage/suggestions';
const CARD = '/states/look-up/template/contentMessage/richCard/standaloneCard/cardContent';
const ASKED = '{% if input.number %}true{% endif %}';

export const MISTAKES: Mistake[] = [
  {
    mistake: 'a transition with a slip in the name of its state',
    changes: { '/states/look-up/transitions/0/nextState': 'truoble' },
    found: ['missing_state /states/look-up/transitions/0/nextState', 'unreachable_state /states/trouble'],
  },
  {
    mistake: 'an input that leads to a state that was deleted',
    changes: { '/states/ask-number/input/nextState': 'find' },
    found: ['missing_state /states/ask-number/input/nextState', 'unreachable_state /states/look-up'],
  },
  {
    mistake: 'a chip with JSON that names no state, and Liquid in it',
    changes: { [`${CHIPS}/-`]: chip('{"nextState":"ask","params":{"n":{{ params.n }}}}') },
    found: [`missing_state ${CHIPS}/2/reply/postbackData`],
  },
  {
    mistake: 'a keyword for a state that does not exist',
    changes: { '/keywords/-': { keyword: 'hours', stateId: 'hours' } },
    found: ['missing_state /keywords/1/stateId'],
  },
  {
    mistake: 'a default state that does not exist',
    changes: { '/defaultState': 'start' },
    found: ['missing_state /defaultState'],
  },
  {
    mistake: 'a flow entry that does not exist',
    changes: { '/states/trouble/flowEntryStateId': 'main' },
    found: ['missing_flow_entry /states/trouble/flowEntryStateId'],
  },
  {
    mistake: 'a state to which nothing leads any more',
    changes: { '/states/look-up/transitions/0': null },
    found: ['unreachable_state /states/trouble'],
  },
  {
    mistake: 'what a model wrote in a state that does not allow it',
    changes: {
      [`${CHIPS}/-`]: chip('advice'),
      '/states/advice': says('{{ data.advice }}', {
        operations: [
          {
            ...{ connectorId: 'http', authenticationId: 'none', operation: 'request', contextKey: 'advice', data: {} },
            ...{ instructions: 'Advise.', answerSchema: { type: 'string' } },
          },
        ],
      }),
    },
    found: ['model_text_not_shown /states/advice/template/contentMessage/text'],
  },
  {
    mistake: 'two states that lead to one another only',
    changes: {
      '/states/one': says('One', { input: { nextState: 'two' } }),
      '/states/two': says('Two', { input: { nextState: 'one' } }),
    },
    found: ['unreachable_state /states/one'],
  },
  {
    mistake: 'transitions without a last one, and no message',
    changes: {
      [`${CHIPS}/-`]: chip('check'),
      '/states/check': { flowEntryStateId: 'welcome', transitions: [{ condition: ASKED, nextState: 'welcome' }] },
    },
    found: ['dead_end /states/check/transitions'],
  },
  {
    mistake: 'an operation after which nothing is said',
    changes: { '/states/look-up/template': null, '/states/look-up/transitions': null },
    found: ['dead_end /states/look-up', 'unreachable_state /states/trouble'],
  },
  {
    mistake: 'a circle of states that send nothing',
    changes: {
      [`${CHIPS}/-`]: chip('one'),
      '/states/one': { transitions: [{ condition: 'true', nextState: 'two' }] },
      '/states/two': {
        transitions: [
          { condition: ASKED, nextState: 'one' },
          { condition: ' true ', nextState: 'one' },
        ],
      },
    },
    found: ['silent_loop /states/one/transitions/0/nextState'],
  },
  {
    mistake: 'a circle that ends only when the API says so',
    changes: {
      '/states/look-up/transitions/-': { condition: '{% if data.order.busy %}true{% endif %}', nextState: 'look-up' },
    },
    found: ['possible_loop /states/look-up/transitions/2/nextState'],
  },
  {
    mistake: 'a chip with a slip in the name of its state',
    changes: { [`${CHIPS}/-`]: chip('ask-nubmer') },
    found: [`chip_leads_nowhere ${CHIPS}/2/reply/postbackData`],
  },
  {
    mistake: 'a chip whose JSON lacks a bracket',
    changes: { [`${CHIPS}/-`]: chip('{"nextState":"ask-number"') },
    found: [`chip_leads_nowhere ${CHIPS}/2/reply/postbackData`],
  },
  {
    mistake: 'a chip whose Liquid can give no name of a state',
    changes: { [`${CHIPS}/-`]: chip('ask-{{ params.what }}-now') },
    found: [`chip_leads_nowhere ${CHIPS}/2/reply/postbackData`],
  },
  {
    mistake: 'a chip that asks for a location where no input waits for it',
    changes: { [`${CHIPS}/-`]: { action: { text: 'Near me', shareLocationAction: {} } } },
    found: [`chip_leads_nowhere ${CHIPS}/2/action/postbackData`],
  },
  {
    mistake: 'an answer that is captured under another name',
    changes: { '/states/ask-number/input/assignments/0/to': 'order' },
    found: [`unset_variable ${CARD}/title`, 'unset_variable /states/look-up/operations/0/data/url'],
  },
  {
    mistake: 'a result that is read where no way has fetched it',
    changes: {
      [`${CARD}/suggestions`]: [],
      [`${CHIPS}/-`]: chip('last'),
      '/states/last': says('Your order is {{ data.order.body.state }}.'),
    },
    found: ['unset_variable /states/last/template/contentMessage/text'],
  },
  {
    mistake: 'a result that is read before its operation',
    changes: {
      [`${CARD}/suggestions`]: [],
      '/states/trouble/operations': [
        {
          connectorId: 'http',
          authenticationId: 'none',
          operation: 'request',
          contextKey: 'one',
          data: { method: 'GET', url: 'https://shop.example.com/{{ data.two.body.id }}' },
        },
        {
          connectorId: 'http',
          authenticationId: 'none',
          operation: 'request',
          contextKey: 'two',
          data: { method: 'GET', url: 'https://shop.example.com/{{ data.one.body.id }}' },
        },
      ],
    },
    found: ['unset_variable /states/trouble/operations/0/data/url'],
  },
  {
    mistake: 'a param with two letters swapped',
    changes: {
      [`${CHIPS}/-`]: chip('{"nextState":"open","params":{"weekday":1}}'),
      '/states/open': says('Yes{% if params.weekday %}, on {{ params.weekdya }}{% endif %}.'),
    },
    found: ['unset_variable /states/open/template/contentMessage/text'],
  },
  {
    mistake: 'a variable without its root',
    changes: { '/states/trouble/template/contentMessage/text': 'We are sorry, {{ name }}.' },
    found: ['unknown_variable /states/trouble/template/contentMessage/text'],
  },
  {
    mistake: 'a field that no message has',
    changes: { '/states/ask-number/input/assignments/0/from': 'message.txt' },
    found: ['unknown_field /states/ask-number/input/assignments/0/from'],
  },
  {
    mistake: 'an operation that the connector does not have',
    changes: { '/states/look-up/operations/0/connectorId': 'shop', '/states/look-up/operations/0/operation': 'findIt' },
    found: ['unknown_operation /states/look-up/operations/0/operation'],
  },
  {
    mistake: 'a connector that does not exist',
    changes: { '/states/look-up/operations/0/connectorId': 'crm' },
    found: ['unknown_operation /states/look-up/operations/0/connectorId'],
  },
  {
    mistake: 'a label that is too long whatever its Liquid says',
    changes: { [`${CHIPS}/0/reply/text`]: 'Where is my parcel number {% if params.n %}{{ params.n }}{% endif %}?' },
    found: [`always_too_long ${CHIPS}/0/reply/text`],
  },
  {
    mistake: 'a label that holds all that the user wrote',
    changes: { [`${CARD}/suggestions/-`]: chip('welcome', 'Forget {{ input.number }}') },
    found: [`may_be_too_long ${CARD}/suggestions/1/reply/text`],
  },
  {
    mistake: 'a keyword that opts the user out',
    changes: { '/keywords/-': { keyword: 'Cancel', stateId: 'ask-number' } },
    found: ['opt_out_keyword /keywords/1/keyword'],
  },
  {
    mistake: 'a keyword twice',
    changes: { '/keywords/-': { keyword: ' ORDER', stateId: 'welcome' } },
    found: ['duplicate_keyword /keywords/1/keyword'],
  },
  {
    mistake: 'a message behind a transition that always fires',
    changes: { '/states/look-up/transitions/-': { condition: '{% if true %}true{% endif %}', nextState: 'trouble' } },
    found: ['never_reached /states/look-up/template'],
  },
  {
    mistake: 'a transition with the condition of another',
    changes: {
      '/states/look-up/transitions/-': {
        condition: '{%- if data.order.status == 404 -%}true{%- endif -%}',
        nextState: 'welcome',
      },
    },
    found: ['never_reached /states/look-up/transitions/2/condition'],
  },
  {
    mistake: 'a name that is assigned twice',
    changes: { '/states/ask-number/input/assignments/-': { from: 'suggestion.text', to: 'number' } },
    found: ['overwritten_assignment /states/ask-number/input/assignments/0/to'],
  },
  {
    mistake: 'a traffic type that the agent may not use',
    changes: { '/states/welcome/messageTrafficType': 'AUTHENTICATION' },
    found: ['invalid_traffic_type /states/welcome/messageTrafficType'],
  },
  {
    mistake: 'a condition without braces',
    changes: { '/states/look-up/transitions/0/condition': 'data.order == nil' },
    found: ['never_fires /states/look-up/transitions/0/condition'],
  },
  {
    mistake: 'a body that is JSON in a string',
    changes: { '/states/look-up/operations/0/data/body': '{"number":"{{ input.number }}"}' },
    found: ['json_in_string /states/look-up/operations/0/data/body'],
  },
  {
    mistake: 'a tag that is not closed',
    changes: { '/states/trouble/template/contentMessage/text': 'Sorry{% if params.name %}, {{ params.name }}' },
    found: ['invalid_liquid /states/trouble/template/contentMessage/text'],
  },
  {
    mistake: 'a message without text',
    changes: { '/states/trouble/template/contentMessage/text': '' },
    found: ['invalid_state /states/trouble/template/contentMessage/text'],
  },
];

/** Changes that look like mistakes and are none. */
export const SOUND: Record<string, Changes> = {
  'a state that only a send uses': {
    '/states/news': { template: { contentMessage: { text: 'News, {{ params.name }}!' } } },
  },
  'a state that a chip with Liquid may name': {
    [`${CHIPS}/-`]: chip('size-{{ params.size }}'),
    '/states/size-s': says('S'),
    '/states/size-m': says('M'),
  },
  'a chip that names its state, and Liquid that is no JSON': {
    [`${CHIPS}/-`]: chip('{"nextState":"ask-number","params":{"n":{{ params.n }}}}'),
  },
  'a chip whose label is a keyword': { [`${CHIPS}/-`]: chip('any word', 'Order') },
  'a word as an answer': { '/states/ask-number/template/contentMessage/suggestions': [chip('none', 'I have none')] },
  'a location that an input waits for': {
    '/states/ask-number/template/contentMessage/suggestions': [{ action: { text: 'Here', shareLocationAction: {} } }],
  },
  'a value that is tested before it is read': {
    [`${CARD}/suggestions`]: [],
    [`${CHIPS}/-`]: chip('last'),
    '/states/last': says('{% if data.order %}It is {{ data.order.body.state }}{% else %}What?{% endif %}'),
  },
  'a value of an earlier conversation, at an entry': {
    '/states/again': { template: { contentMessage: { text: 'Your order {{ input.number }} is waiting.' } } },
  },
  'two conditions of which one always fires': {
    [`${CHIPS}/-`]: chip('check'),
    '/states/check': {
      transitions: [
        { condition: ASKED, nextState: 'look-up' },
        { condition: '{% unless input.number %}true{% endunless %}', nextState: 'ask-number' },
      ],
    },
  },
  'a circle whose conditions exclude each other': {
    [`${CHIPS}/-`]: chip('one'),
    '/states/one': { ...says('One'), transitions: [{ condition: ASKED, nextState: 'two' }] },
    '/states/two': {
      ...says('Two'),
      transitions: [{ condition: '{% unless input.number %}true{% endunless %}', nextState: 'one' }],
    },
  },
  'a label that is shortened': { [`${CARD}/suggestions/-`]: chip('welcome', 'Not {{ input.number | truncate: 20 }}') },
  'the keyword STOP': { '/keywords/-': { keyword: 'Stop', stateId: 'trouble' } },
};
