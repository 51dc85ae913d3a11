/** The chapters of one conversation: test mode, greeting, chips, captured input, a connector, a transition, a card. */
import assert from 'node:assert/strict';
import { ANY, check } from './check.ts';
import { refusal } from './client.ts';
import { aside, chapter, holds, says } from './narrator.ts';
import { PARCEL } from './parcels.ts';
import {
  ADA,
  agentSays,
  MEDIA,
  next,
  phoneEvent,
  RICH,
  reaches,
  type Stage,
  send,
  serverEvent,
  setUpPhone,
  turn,
  userEvent,
  userMessage,
} from './stage.ts';

export async function testMode(stage: Stage): Promise<void> {
  chapter('Test mode');
  const { client, agentId } = stage;
  const sendTo = (phoneNumber: string) => refusal(send(stage, 'welcome', { name: 'Ada', phoneNumber }));
  const refused = await sendTo(ADA.phoneNumber);
  check('An agent in test mode writes to registered test devices only', () => {
    assert.equal(refused.status, 403);
    assert.equal(refused.code, 'not_a_test_device');
  });
  const misspelt = await sendTo('+1 (202) 555-0101');
  check('A phone number with punctuation is invalid', () => assert.equal(misspelt.code, 'invalid_phone_number'));
  const { phoneNumber } = ADA;
  await client.POST('/agents/{agentId}/devices', { params: { path: { agentId } }, body: { phoneNumber } });
  aside(`Ada's phone, ${ADA.phoneNumber}, is registered as a test device.`);
}

export async function greeting(stage: Stage): Promise<void> {
  chapter('A message to Ada');
  await setUpPhone(stage, ADA);
  const params = { name: 'Ada', parcelsUrl: stage.parcels.url };
  const messageId = await send(stage, 'welcome', ADA, { params });
  await reaches(stage, ADA, messageId);
  const { contentMessage } = await agentSays(stage, ADA);
  check('The template was rendered with the params of the request', () =>
    assert.match(contentMessage.text ?? '', /^Hello Ada, /),
  );
  holds('SENT, DELIVERED and READ came in this order, signed, with the messageId of the answer');
}

export async function answering(stage: Stage): Promise<void> {
  chapter('Ada taps a chip, and types');
  says('Ada', ['(taps) Find my parcel']);
  const chip = { text: 'Find my parcel', postbackData: 'ask-number', type: 'REPLY' };
  await turn(stage, ADA, { suggestion: chip }, { suggestionResponse: chip }, { response: 'ask-number' });

  says('Ada', ['1234']);
  const sorry = await turn(stage, ADA, { text: '1234' }, { text: '1234' }, { response: 'unknown-parcel' });
  check(
    'Her words were captured, the parcel system was asked with them, and the transition for its 404 led on silently',
    () => {
      assert.deepEqual(stage.parcels.asked, ['1234']);
      assert.match(sorry.contentMessage.text ?? '', /cannot find parcel 1234/);
    },
  );

  says('Ada', [PARCEL]);
  const about = { response: 'look-up', replyClassification: MEDIA };
  const card = await turn(stage, ADA, { text: PARCEL }, { text: PARCEL }, about);
  check('The card shows what the parcel system knows', () =>
    assert.match(
      card.contentMessage.richCard?.standaloneCard?.cardContent.description ?? '',
      /in Springfield and arrives tomorrow/,
    ),
  );

  says('Ada', ['(taps) Thank you']);
  const thanks = { text: 'Thank you', postbackData: 'thanks', type: 'REPLY' };
  await turn(stage, ADA, { suggestion: thanks }, { suggestionResponse: thanks }, { response: 'thanks' });
}

export async function otherContent(stage: Stage): Promise<void> {
  chapter('Everything else that a user can do');
  says('Ada', [' Hours ']);
  await turn(stage, ADA, { text: ' Hours ' }, { text: ' Hours ' }, { response: 'hours' });
  holds('A keyword is found without case and outer white space');

  says('Ada', ['(is typing)']);
  await userEvent(stage, ADA, 'IS_TYPING');
  await next(stage, ADA, phoneEvent(stage, ADA, 'IS_TYPING'));

  says('Ada', ['(shares where she is)']);
  const where = { latitude: 52.520008, longitude: 13.404954 };
  const location = { location: { latitude: '52.520008', longitude: '13.404954' } };
  await turn(stage, ADA, { location: where }, location, { response: 'lost', classification: MEDIA });

  says('Ada', ['(sends a photo)']);
  const thumbnail = {
    mimeType: 'image/jpeg',
    fileSizeBytes: 1_024,
    fileUri: 'https://files.example.com/cat-small.jpg',
  };
  const photo = {
    mimeType: 'image/jpeg',
    fileSizeBytes: 204_800,
    fileName: 'cat.jpg',
    fileUri: 'https://files.example.com/cat.jpg',
  };
  const file = { userFile: { payload: photo, thumbnail } };
  await turn(stage, ADA, { file: { ...photo, thumbnail } }, file, { response: 'lost', classification: MEDIA });
}

/** One tap on the phone, which the platform reports twice: as a word and as an event. */
export async function unsubscribing(stage: Stage): Promise<void> {
  chapter('Ada unsubscribes, and comes back');
  says('Ada', ['(unsubscribes)']);
  await subscription(stage, 'UNSUBSCRIBE', 'STOP', 'stop');
  const refused = await send(stage, 'welcome', ADA);
  await next(stage, ADA, serverEvent(stage, ADA, 'FAILED', refused));
  holds('What is sent to her now fails before it is sent: no errorCode, no errorMessage');
  says('Ada', ['(subscribes)']);
  await subscription(stage, 'SUBSCRIBE', 'START', 'start');
  await reaches(stage, ADA, await send(stage, 'welcome', ADA));
  holds('She can be written to again');
}

async function subscription(stage: Stage, eventType: string, word: string, response: string): Promise<void> {
  await userEvent(stage, ADA, eventType);
  await next(stage, ADA, userMessage(stage, ADA, ANY, { text: word }, { response }));
  const { body } = await next(stage, ADA, serverEvent(stage, ADA, 'SENT', ANY, { richMessageClassification: RICH }));
  await next(stage, ADA, phoneEvent(stage, ADA, eventType));
  await next(stage, ADA, phoneEvent(stage, ADA, 'DELIVERED', body.messageId));
  await next(stage, ADA, phoneEvent(stage, ADA, 'READ', body.messageId));
  await agentSays(stage, ADA);
}

export async function launch({ operator, agentId }: Stage): Promise<void> {
  chapter('Launched');
  const { mode } = await operator.POST('/agents/{agentId}/launch', { params: { path: { agentId } } });
  check('The agent may write to any number now', () => assert.equal(mode, 'LAUNCHED'));
}
