import { BLOCK, DETAIL_FRAME, DETAILED, EDGE, RECTANGLE } from '../detail/rectangle.ts';
import { CHECK_BEGIN, CHECK_BITS, CHECK_POLYNOMIAL, PLACE_BITS } from '../detail/strip.ts';

/** Width in degrees and distance in metres of the curved screen with the flat map. */
const SCREEN = { degrees: 100, distance: 2 };

/**
 * Macros defined by the material: MAP for the flat map, with SCREEN on a curved screen; DUAL_FISHEYE for that
 * projection; CROPPED if the picture shows only a part of the sphere; EYE, the part of the picture for one eye, as its
 * left, top, width and height; INSET if that part must not bleed at its edges; DETAIL if a part of the picture comes in
 * full detail.
 */
export const vertexShader = /* glsl */ `
in vec3 position;

uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
uniform mat3 toPicture;
uniform vec2 mapScale;

#ifdef MAP
out vec2 place;
#else
out vec3 direction;
#endif

const float PI = 3.141592653589793;

#ifdef DETAIL
uniform sampler2D detail;
uniform float detailShare;
flat out vec3 rectangle;

int bitOfStrip(int index) {
  ivec2 middle = ivec2(${BLOCK} * index + ${BLOCK / 2}, ${RECTANGLE.height + BLOCK / 2});
  return texelFetch(detail, middle, 0).g > 0.5 ? 1 : 0;
}

// Left and top edge in the picture's pixels, from the strip, and how much it shows: 0 if the strip cannot be read.
vec3 readRectangle() {
  if (detailShare == 0.0 || textureSize(detail, 0) != ivec2(${DETAIL_FRAME.width}, ${DETAIL_FRAME.height})) return vec3(0.0);
  int check = ${CHECK_BEGIN};
  int said = 0;
  ivec2 place = ivec2(0);
  for (int index = 0; index < ${PLACE_BITS[0] + PLACE_BITS[1]}; index++) {
    int bit = bitOfStrip(index);
    if (index < ${PLACE_BITS[0]}) place.x = 2 * place.x + bit;
    else place.y = 2 * place.y + bit;
    check = ((check << 1) & 255) ^ (((check >> 7) ^ bit) * ${CHECK_POLYNOMIAL});
  }
  for (int index = 0; index < ${CHECK_BITS}; index++)
    said = 2 * said + bitOfStrip(${PLACE_BITS[0] + PLACE_BITS[1]} + index);
  return said == check ? vec3(${BLOCK} * place, detailShare) : vec3(0.0);
}
#endif

void main() {
#ifdef DETAIL
  rectangle = readRectangle();
#endif
#ifdef MAP
  place = vec2(position.x * PI, position.y * PI / 2.0);
#ifdef SCREEN
  float side = radians(${SCREEN.degrees.toFixed(1)} / 2.0);
  // Twice as wide, along the curve, as high.
  vec3 point = vec3(sin(position.x * side), position.y * side / 2.0, -cos(position.x * side));
  gl_Position = projectionMatrix * modelViewMatrix * vec4(point * ${SCREEN.distance.toFixed(1)}, 1.0);
#else
  gl_Position = vec4(position.xy * mapScale, 0.0, 1.0);
#endif
#else
  direction = toPicture * position;
  // Turned but not moved with the camera: the sphere is endlessly far away.
  gl_Position = projectionMatrix * vec4(mat3(modelViewMatrix) * position, 1.0);
#endif
}
`;

/**
 * Maps a direction (x right, y up, z back, as in three.js) to a point of the picture, measured from its top left
 * corner, and then to a colour. For the map, the direction is that of a longitude and latitude.
 *
 * The dual fisheye layout is that of `dfisheye` in ffmpeg's v360 filter: the left circle faces back, the right one
 * front, and the distance from its centre is proportional to the angle. Around the seam, both lenses are blended. Circles are
 * centre and radii, and angles in radians, from `lensAngles`.
 */
export const fragmentShader = /* glsl */ `
precision highp float;

uniform sampler2D picture;

#ifdef MAP
uniform mat3 toPicture;
in vec2 place;
#else
in vec3 direction;
#endif
out vec4 colour;

const float PI = 3.141592653589793;

#ifdef DETAIL
uniform sampler2D detail;
flat in vec3 rectangle;

const vec2 SIDES = vec2(${RECTANGLE.width}.0, ${RECTANGLE.height}.0);
const float EDGE = ${EDGE}.0;
const vec2 WHOLE = vec2(${DETAILED.width}.0, ${DETAILED.height}.0);

vec3 withDetail(vec3 seen, vec2 stored) {
  vec2 pixel = stored * WHOLE;
  vec2 inside = vec2(mod(pixel.x - rectangle.x, WHOLE.x), pixel.y - rectangle.y);
  float across = min(inside.x, SIDES.x - inside.x);
  // At the top and bottom of the picture there is nothing to blend with.
  float above = rectangle.y == 0.0 ? EDGE : inside.y;
  float under = rectangle.y == WHOLE.y - SIDES.y ? EDGE : SIDES.y - inside.y;
  float share = rectangle.z * smoothstep(0.0, EDGE, min(across, min(above, under)));
  if (share <= 0.0) return seen;
  // A pixel's place in the frame is that in the picture, modulo the sides. Below is the strip.
  vec2 within = mod(pixel, SIDES);
  within.y = clamp(within.y, 0.5, SIDES.y - 0.5);
  return mix(seen, texture(detail, within / vec2(SIDES.x, ${DETAIL_FRAME.height}.0)).rgb, share);
}
#endif

vec3 pictureColour(vec2 point) {
#ifdef INSET
  vec2 edge = 0.5 / (vec2(textureSize(picture, 0)) * EYE.zw);
  point = clamp(point, edge, 1.0 - edge);
#endif
  vec2 stored = EYE.xy + point * EYE.zw;
  vec3 seen = texture(picture, stored).rgb;
#ifdef DETAIL
  seen = withDetail(seen, stored);
#endif
  return seen;
}

#ifdef MAP
vec3 directionInPicture() {
  return toPicture * vec3(sin(place.x) * cos(place.y), sin(place.y), -cos(place.x) * cos(place.y));
}
#else
vec3 directionInPicture() {
  return direction;
}
#endif

#ifdef DUAL_FISHEYE

uniform vec4 frontLens;
uniform vec4 backLens;
uniform float lensReach;
uniform float lensFade;

vec3 lensColour(vec4 lens, float angle, vec2 around) {
  return pictureColour(lens.xy + around * angle / lensReach * lens.zw);
}

void main() {
  vec3 seenAt = directionInPicture();
  float reach = length(seenAt.xy);
  float angle = atan(reach, -seenAt.z);
  vec2 around = seenAt.xy / max(reach, 1e-6);
  // At least a little, because a seam without blending would divide by zero.
  float fade = max(lensFade, 1e-5);
  float front = 1.0 - smoothstep(PI / 2.0 - fade, PI / 2.0 + fade, angle);
  vec3 seen = vec3(0.0);
  if (front > 0.0) seen += front * lensColour(frontLens, angle, vec2(around.x, -around.y));
  if (front < 1.0) seen += (1.0 - front) * lensColour(backLens, PI - angle, -around);
  colour = vec4(seen, 1.0);
}

#else

#ifdef CROPPED
uniform vec4 bounds;
#endif

void main() {
  vec3 seenAt = directionInPicture();
  float longitude = atan(seenAt.x, -seenAt.z);
  float latitude = atan(seenAt.y, length(seenAt.xz));
  vec2 point = vec2(0.5 + longitude / (2.0 * PI), 0.5 - latitude / PI);
#ifdef CROPPED
  point = (point - bounds.xy) / bounds.zw;
  // A little more than half, because rounding must not open the seam of a band all around.
  if (any(greaterThan(abs(point - 0.5), vec2(0.5 + 1e-5)))) discard;
#endif
  colour = vec4(pictureColour(point), 1.0);
}

#endif
`;
