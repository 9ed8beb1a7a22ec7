#!/bin/bash
# Makes the files of this folder. Needs ffmpeg with x264, x265 and zscale.
set -eu
cd "$(dirname "$0")"
F="ffmpeg -nostdin -v error -y"
tone="-f lavfi -i sine=f=440:r=48000:d=1"
# A white flash and a beep at 0.5 s and 1.5 s.
flash="-f lavfi -i color=c=0x202020:s=108x192:r=30:d=2,drawbox=c=white:t=fill:enable='lt(mod(t+0.5,1),0.066)'"
beep="-f lavfi -i aevalsrc='0.5*sin(2*PI*1000*t)*lt(mod(t+0.5,1),0.08)':s=48000:d=2"
# Red, skin, grey, white as sRGB, at 203 cd/m² for white.
patches="color=c=0xC83232:s=64x64[a];color=c=0xE6C8AA:s=64x64[b];color=c=0x808080:s=64x64[c];color=c=0xFFFFFF:s=64x64[d];[a][b][c][d]hstack=inputs=4"
linear="format=gbrp16,zscale=pin=bt709:tin=iec61966-2-1:min=gbr:rin=pc:p=bt2020:m=gbr:r=pc:t=linear:npl=203:agamma=0,format=gbrpf32le"
for kind in arib-std-b67 smpte2084; do
  $F -f lavfi -i "$patches,$linear,zscale=t=$kind:m=bt2020nc:r=tv:npl=203:agamma=0,format=yuv420p10le" -t 1 -r 30 -c:v libx265 -crf 12 \
    -x265-params "log-level=none:colorprim=bt2020:transfer=$kind:colormatrix=bt2020nc" -tag:v hvc1 "hdr-$kind.mov"
done
$F -f lavfi -i "$patches" -t 1 -r 30 -vf "scale=out_color_matrix=bt601:out_range=tv,format=yuv420p" -c:v libx264 -crf 12 untagged-601.mp4
$F -f lavfi -i "$patches" -t 1 -r 30 -vf "scale=out_color_matrix=bt601:out_range=pc,format=yuvj420p" -colorspace smpte170m -color_primaries smpte170m -color_trc bt709 -color_range pc -c:v libx264 -crf 12 full-range-601.mp4
$F -f lavfi -i "$patches" $tone -t 1 -r 30 -vf "scale=out_color_matrix=bt709:out_range=tv,format=yuv422p10le" -colorspace bt709 -color_primaries bt709 -color_trc bt709 -c:v libx264 -crf 12 -c:a aac ten-bit-422.mov
$F $flash $beep -filter_complex "[1:a]pan=5.1|FC=c0|FL=0.3*c0[a]" -map 0:v -map "[a]" -pix_fmt yuv420p -c:v libx264 -crf 20 -c:a aac surround.mp4
$F $flash $beep -pix_fmt yuv420p -c:v libx264 -crf 20 -g 15 -c:a aac flash.mp4
$F -i flash.mp4 -ss 0.4 -i flash.mp4 -filter_complex "[1:a]asetpts=PTS-STARTPTS+0.4/TB[a]" -map 0:v -map "[a]" -c:v copy -c:a aac late-sound.mp4
$F -ss 0.4 -i flash.mp4 -i flash.mp4 -filter_complex "[0:v]setpts=PTS-STARTPTS+0.4/TB[v]" -map "[v]" -map 1:a -c:v libx264 -crf 20 -c:a copy late-picture.mp4
$F -i flash.mp4 -c copy -movflags frag_keyframe fragmented.mp4
$F $flash $beep -r 120 -pix_fmt yuv420p -c:v libx264 -crf 20 -c:a aac fast.mp4
$F $flash $beep -r 10 -pix_fmt yuv420p -c:v libx264 -crf 20 -c:a aac slow.mp4
$F -f lavfi -i "color=c=black:s=128x96:r=50:d=1" -vf "geq=lum='if(between(X,mod(N*6,120),mod(N*6,120)+8),235,16)':cb=128:cr=128,tinterlace=interleave_top,setfield=tff" -flags +ilme+ildct -x264opts tff=1 -pix_fmt yuv420p -c:v libx264 -crf 16 interlaced.mp4
$F -f lavfi -i "color=c=gray:s=96x96:r=30:d=1" -pix_fmt yuv420p -c:v libx264 square.mp4
$F -i square.mp4 -c copy -aspect 4:3 wide-pixels.mp4
rm square.mp4
python3 - <<'PY'
# The first of two sound tracks gets a codec that nobody knows, as in Apple's spatial audio.
import subprocess
subprocess.run("ffmpeg -nostdin -v error -y -f lavfi -i color=c=gray:s=64x64:r=30:d=1 -f lavfi -i sine=f=440:d=1 -f lavfi -i sine=f=880:d=1 -map 0 -map 1 -map 2 -pix_fmt yuv420p -c:v libx264 -c:a aac -t 1 unknown-sound.mov".split(), check=True)
data = bytearray(open("unknown-sound.mov", "rb").read())
at = data.find(b"mp4a", data.find(b"stsd", data.find(b"smhd")))
data[at:at + 4] = b"apac"
at = data.find(b"esds", at)
data[at:at + 4] = b"dapa"
open("unknown-sound.mov", "wb").write(data)
PY
