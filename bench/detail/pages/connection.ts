/** A connection's description with all candidates, for the other page. */
export async function describe(connection: RTCPeerConnection): Promise<string> {
  await connection.setLocalDescription();
  await new Promise<void>((resolve) => {
    const look = () => {
      if (connection.iceGatheringState === 'complete') resolve();
    };
    connection.addEventListener('icegatheringstatechange', look);
    look();
  });
  return connection.localDescription?.sdp ?? '';
}

/** Constrained baseline only, which calls use. */
export function h264Only(transceiver: RTCRtpTransceiver): void {
  const codecs = RTCRtpReceiver.getCapabilities('video')?.codecs ?? [];
  const isOurs = (line = '') =>
    line.includes('packetization-mode=1') && line.includes('profile-level-id=42e0');
  transceiver.setCodecPreferences(
    codecs.filter(({ mimeType, sdpFmtpLine }) => mimeType === 'video/H264' && isOurs(sdpFmtpLine)),
  );
}
