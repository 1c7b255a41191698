import { expect, it } from 'vitest';
import { readPhotoSphere } from './photo-metadata.ts';

const size = { width: 3000, height: 1500 };
const cropped = {
  ProjectionType: 'equirectangular',
  FullPanoWidthPixels: '6000',
  FullPanoHeightPixels: '3000',
  CroppedAreaImageWidthPixels: '3000',
  CroppedAreaImageHeightPixels: '1500',
  CroppedAreaLeftPixels: '1500',
  CroppedAreaTopPixels: '750',
};
const pose = { PoseHeadingDegrees: '225.5', PosePitchDegrees: '-17.0', PoseRollDegrees: '+20' };

type Values = Record<string, string>;
const packet = (attributes: string, elements = '', prefix = 'GPano') =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:${prefix}="http://ns.google.com/photos/1.0/panorama/"\n${attributes}>${elements}</rdf:Description></rdf:RDF></x:xmpmeta>`;
const attributes = (values: Values, prefix = 'GPano') =>
  packet(
    Object.entries(values)
      .map(([name, value]) => `${prefix}:${name}="${value}"`)
      .join(' '),
    '',
    prefix,
  );
const elements = (values: Values) =>
  packet(
    '',
    Object.entries(values)
      .map(([name, value]) => `<GPano:${name}>${value}</GPano:${name}>\n`)
      .join(''),
  );

it.each([
  ['attributes', attributes({ ...cropped, ...pose })],
  ['attributes in single quotes', attributes({ ...cropped, ...pose }).replaceAll('"', "'")],
  ['elements', elements({ ...cropped, ...pose })],
  ['another prefix', attributes({ ...cropped, ...pose }, 'pano-1')],
])('reads %s', (_, xmp) => {
  expect(readPhotoSphere(xmp, size)).toEqual({
    sphere: {
      bounds: { left: 0.25, top: 0.25, width: 0.5, height: 0.5 },
      pose: { heading: 225.5, pitch: -17, roll: 20 },
      view: { heading: null, pitch: null },
    },
    isShown: true,
  });
});

it('reads a scaled picture, and one that is to be shown flat', () => {
  const xmp = attributes({ ...cropped, UsePanoramaViewer: 'False', InitialViewHeadingDegrees: '90' });
  expect(readPhotoSphere(xmp, { width: 1001, height: 500 })).toMatchObject({
    sphere: { view: { heading: 90, pitch: null } },
    isShown: false,
  });
});

it('reads a picture without sizes as a whole sphere, if it has its shape', () => {
  const xmp = elements({ ProjectionType: 'equirectangular' });
  const bounds = { left: 0, top: 0, width: 1, height: 1 };
  expect(readPhotoSphere(xmp, size)).toMatchObject({ sphere: { bounds } });
  expect(readPhotoSphere(xmp, { width: 3000, height: 2000 })).toBeNull();
});

it.each<[string, Values]>([
  ['of another projection', { ProjectionType: 'cylindrical' }],
  ['with a part wider than the whole', { FullPanoWidthPixels: '2000' }],
  ['with a part beyond the right edge', { CroppedAreaLeftPixels: '3001' }],
  ['with a part beyond the lower edge', { CroppedAreaTopPixels: '1501' }],
  ['with a part beyond the left edge', { CroppedAreaLeftPixels: '-1' }],
  ['with an area of another shape than its picture', { CroppedAreaImageHeightPixels: '1400' }],
  ['with an empty sphere', { FullPanoHeightPixels: '0' }],
  ['with words for numbers', { PoseRollDegrees: 'NaN' }],
  ['with nothing for a number', { CroppedAreaTopPixels: '' }],
  ['with an impossible pitch', { PosePitchDegrees: '91' }],
  ['with an impossible roll', { PoseRollDegrees: '1e9' }],
])('reads nothing %s', (_, change) => {
  expect(readPhotoSphere(attributes({ ...cropped, ...change }), size)).toBeNull();
  expect(readPhotoSphere(elements({ ...cropped, ...change }), size)).toBeNull();
});

it.each([
  ['nothing', ''],
  ['other metadata', '<x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta>'],
  ['another namespace', attributes(cropped).replace('photos/1.0/panorama', 'other')],
  ['an empty size', attributes({ ...cropped, FullPanoWidthPixels: '' })],
  ['no projection', attributes({ ...cropped, ProjectionType: '' })],
  ['a packet that does not end', `${attributes(cropped).slice(0, 200)}${'<GPano:a '.repeat(100_000)}`],
])('reads nothing where there is %s', (_, xmp) => {
  expect(readPhotoSphere(xmp, size)).toBeNull();
});
